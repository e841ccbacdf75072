package io.tributary.simulation.dynamo;

import java.time.InstantSource;
import java.util.*;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

final class LocalDynamoTest extends DynamoContract {
  static Endpoint E;
  Endpoint endpoint() { if (E == null) { try { LocalDynamo l = LocalDynamo.start(); ContractTables.create(l.client()); E = new Endpoint(l.client(), l.streams(), () -> {}); } catch (Exception e) { throw new RuntimeException(e); } } return E; }
  @Test
  @org.junit.jupiter.api.Disabled void scratch() throws Exception {
    try (LocalDynamo local = LocalDynamo.start()) {
      DynamoDbClient sim = new SimulatedDynamoClient(new SimulatedDynamo(InstantSource.system()), Interceptor.NONE);
      for (DynamoDbClient c : List.of(sim, local.client())) {
        c.createTable(r -> r.tableName("ttt").billingMode(BillingMode.PAY_PER_REQUEST)
          .attributeDefinitions(
             AttributeDefinition.builder().attributeName("pk").attributeType("S").build(),
             AttributeDefinition.builder().attributeName("sk").attributeType("S").build(),
             AttributeDefinition.builder().attributeName("num").attributeType("N").build())
          .keySchema(KeySchemaElement.builder().attributeName("pk").keyType("HASH").build(),
             KeySchemaElement.builder().attributeName("sk").keyType("RANGE").build())
          .globalSecondaryIndexes(GlobalSecondaryIndex.builder().indexName("ggg").projection(p -> p.projectionType("ALL"))
             .keySchema(KeySchemaElement.builder().attributeName("pk").keyType("HASH").build(),
                KeySchemaElement.builder().attributeName("num").keyType("RANGE").build()).build()));
      }
      RandomRequests requests = new RandomRequests(Long.getLong("seed", 1), "ttt");
      Map<String, Integer> seen = new TreeMap<>();
      int n = Integer.getInteger("n", 3000), bad = 0;
      long t = 0;
      for (int i = 0; i < n; i++) {
        RandomRequests.Prepared p = requests.next();
        long s = System.nanoTime();
        String a = Outcome.of(() -> p.send().apply(sim));
        t += System.nanoTime() - s;
        String b = Outcome.of(() -> p.send().apply(local.client()));
        seen.merge(b.length() > 60 ? b.substring(0, 60) : b, 1, Integer::sum);
        if (!a.equals(b) && bad++ < 40) {
          System.out.println("## " + p.text() + "\n  sim   " + a + "\n  local " + b);
        }
      }
      System.out.println("bad " + bad + " of " + n + " sim micros each " + t / 1000.0 / n);
      //seen.forEach((k, v) -> System.out.println(v + " " + k));
    }
  }
}
