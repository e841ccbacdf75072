package io.tributary.simulation;

import io.tributary.simulation.Faults.Kind;
import io.tributary.simulation.dynamo.DynamoCall;
import io.tributary.simulation.dynamo.DynamoErrors;
import io.tributary.simulation.dynamo.Interceptor;
import io.tributary.simulation.dynamo.SimulatedDynamo;
import io.tributary.simulation.dynamo.SimulatedDynamoClient;
import io.tributary.simulation.dynamo.SimulatedStreamsClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A simulated DynamoDB to which requests get lost, are refused, or come when their time is over. */
final class FaultyTables implements Tables {

  /** Longer than any request of the sink lives in the network: its time-out and one retry. */
  private static final int LATEST_MILLIS = 15_000;

  private final World world;
  private final SimulatedDynamo dynamo;
  private final Faults faults;

  FaultyTables(World world, SimulatedDynamo dynamo, Faults faults) {
    this.world = world;
    this.dynamo = dynamo;
    this.faults = faults;
  }

  @Override
  public DynamoDbClient client(SimulatedProcess process) {
    return new SimulatedDynamoClient(dynamo, new Network(process));
  }

  @Override
  public DynamoDbStreamsClient streams(SimulatedProcess process) {
    return new SimulatedStreamsClient(dynamo, new Network(process));
  }

  private final class Network implements Interceptor {

    private final SimulatedProcess process;

    Network(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public <R> R intercept(DynamoCall call, Supplier<R> request) {
      process.call(call.operation());
      refuse(call);
      if (call.isWrite() && faults.strikes(Kind.DYNAMO_LATE_ARRIVAL)) {
        arriveLate(request);
        throw DynamoErrors.timedOut();
      }
      R answer = request.get();
      if (faults.strikes(Kind.DYNAMO_LOST_ANSWER)) {
        throw world.chance().nextBoolean()
            ? DynamoErrors.timedOut()
            : DynamoErrors.internalError();
      }
      process.call("answer");
      return answer;
    }

    /** Its sender does not hear of it any more. */
    private void arriveLate(Supplier<?> request) {
      world.after(
          Duration.ofMillis(world.chance().nextInt(LATEST_MILLIS)),
          () -> true,
          () -> {
            try {
              Object unused = request.get();
            } catch (SdkException e) {
              world.note(e.getClass().getSimpleName().hashCode());
            }
          });
    }

    private void refuse(DynamoCall call) {
      if (faults.strikes(Kind.DYNAMO_UNAVAILABLE)) {
        throw world.chance().nextBoolean()
            ? DynamoErrors.unavailable()
            : DynamoErrors.connectionLost();
      }
      if (!call.isWrite()) {
        return;
      }
      boolean transaction = call.operation().equals("TransactWriteItems");
      if (faults.strikes(Kind.DYNAMO_THROTTLED)) {
        throw transaction ? cancelled(call, DynamoErrors.NO_CAPACITY) : DynamoErrors.throttled();
      }
      if (faults.strikes(Kind.DYNAMO_CONFLICT)) {
        throw transaction ? cancelled(call, DynamoErrors.CONFLICT) : DynamoErrors.conflict();
      }
    }

    /** One of the actions at least is at fault. */
    private AwsServiceException cancelled(DynamoCall call, String code) {
      int actions = call.touched().size();
      int guilty = world.chance().nextInt(actions);
      List<CancellationReason> reasons = new ArrayList<>();
      for (int i = 0; i < actions; i++) {
        boolean also = i == guilty || world.chance().nextInt(4) == 0;
        reasons.add(DynamoErrors.reason(also ? code : DynamoErrors.NONE));
      }
      return DynamoErrors.cancelled(reasons);
    }
  }
}
