package io.tributary.simulation.dynamo;

import java.time.Instant;
import java.time.InstantSource;

/** The simulation keeps the contract. */
final class SimulatedDynamoTest extends DynamoContract {

  private static final Endpoint ENDPOINT = endpointOf(new SimulatedDynamo(InstantSource.system()));

  private static Endpoint endpointOf(SimulatedDynamo database) {
    SimulatedDynamoClient client = new SimulatedDynamoClient(database, Interceptor.NONE);
    ContractTables.create(client);
    return new Endpoint(
        client,
        new SimulatedStreamsClient(database, Interceptor.NONE),
        () -> database.expire(Instant.now()));
  }

  @Override
  Endpoint endpoint() {
    return ENDPOINT;
  }
}
