package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.embedded.child.ListeningSockets;
import io.tributary.embedded.child.StartedChild;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process that is killed, and its transactions from many connections. */
final class DynamoDbServerTest {
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);
  private static final int CONNECTIONS = 16;
  private static final int KEYS = 5;
  private static final String TABLE =
      """
      {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
       "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
       "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
       "Projection":{"ProjectionType":"ALL"}}],
       "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}}""";

  /** Two items of one number, in two tables, or neither. */
  private static String transaction(String number) {
    return """
        {"TransactItems":[{"Put":{"TableName":"left","Item":{"pk":{"S":"%1$s"},"g":{"S":"g"}},
          "ConditionExpression":"attribute_not_exists(pk)"}},
         {"Put":{"TableName":"right","Item":{"pk":{"S":"%1$s"},"g":{"S":"g"}}}}]}"""
        .formatted(number);
  }

  @Test
  void shouldKeepWholeTransactionsThroughAKillUnderLoad(@TempDir Path directory) throws Exception {
    Map<String, Boolean> acknowledged = new ConcurrentHashMap<>();
    String endpoint;
    try (StartedChild child = start(0, directory)) {
      endpoint = child.ready("dynamodb");
      assertThat(ListeningSockets.exposedBy(child.pid())).isEmpty();
      RawDynamoDb client = new RawDynamoDb(endpoint);
      client.ok("CreateTable", TABLE.formatted("left"));
      client.ok("CreateTable", TABLE.formatted("right"));
      List<Future<?>> writers = new ArrayList<>();
      ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
      for (int i = 0; i < CONNECTIONS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> write(client, writer, acknowledged)));
      }
      while (acknowledged.size() < 3000) {
        Thread.onSpinWait();
      }
      child.kill();
      for (Future<?> writer : writers) {
        writer.get();
      }
      threads.shutdown();
    }
    try (StartedChild child = start(URI.create(endpoint).getPort(), directory)) {
      requireWhole(new RawDynamoDb(child.ready("dynamodb")), acknowledged.keySet());
      child.leave();
      assertThat(child.exitCode(STOP_LIMIT)).isZero();
    }
  }

  /** Both items of each transaction, the entries of an index, the count and the records. */
  private static void requireWhole(RawDynamoDb client, Set<String> acknowledged) throws Exception {
    List<String> left = items(client, "left", "");
    assertThat(left).containsAll(acknowledged);
    assertThat(items(client, "right", "")).containsExactlyInAnyOrderElementsOf(left);
    assertThat(items(client, "left", ",\"IndexName\":\"gsi\""))
        .containsExactlyInAnyOrderElementsOf(left);
    JsonNode table = client.ok("DescribeTable", "{\"TableName\":\"left\"}").get("Table");
    assertThat(table.get("ItemCount").asInt()).isEqualTo(left.size());
    assertThat(records(client, table.get("LatestStreamArn").asText()))
        .containsExactlyInAnyOrderElementsOf(left);
    System.out.printf(
        "1 kill after %d acknowledged transactions: %d are there%n",
        acknowledged.size(), left.size());
  }

  private static void write(RawDynamoDb client, int writer, Map<String, Boolean> acknowledged) {
    try {
      for (int i = 0; ; i++) {
        String number = writer + "-" + i;
        client.ok("TransactWriteItems", transaction(number));
        acknowledged.put(number, true);
      }
    } catch (IOException e) {
      // The server has been killed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> items(RawDynamoDb client, String table, String index)
      throws Exception {
    List<String> items = new ArrayList<>();
    String start = "";
    do {
      JsonNode page =
          client.ok("Scan", "{\"TableName\":\"%s\"%s%s}".formatted(table, index, start));
      page.get("Items").forEach(item -> items.add(item.at("/pk/S").asText()));
      JsonNode last = page.get("LastEvaluatedKey");
      start = last == null ? "" : ",\"ExclusiveStartKey\":" + last;
    } while (!start.isEmpty());
    return items;
  }

  /** Keys of all records, shard by shard. */
  private static List<String> records(RawDynamoDb client, String arn) throws Exception {
    List<String> keys = new ArrayList<>();
    JsonNode stream = client.ok("DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
    for (JsonNode shard : stream.at("/StreamDescription/Shards")) {
      JsonNode page =
          client.ok(
              "GetShardIterator",
              "{\"StreamArn\":\"%s\",\"ShardId\":%s,\"ShardIteratorType\":\"TRIM_HORIZON\"}"
                  .formatted(arn, shard.get("ShardId")));
      JsonNode iterator = page.get("ShardIterator");
      int found;
      do {
        page = client.ok("GetRecords", "{\"ShardIterator\":" + iterator + '}');
        page.get("Records").forEach(one -> keys.add(one.at("/dynamodb/Keys/pk/S").asText()));
        found = page.get("Records").size();
        iterator = page.get("NextShardIterator");
      } while (iterator != null && found > 0);
    }
    return keys;
  }

  /** Each transaction adds one to two of the keys, or is cancelled because of another one. */
  @Test
  void shouldGiveEachItemAnOutcomeThatItsAnswersAllow() throws Exception {
    try (InMemoryServer server = InMemoryServer.start(Duration.ofHours(1), Duration.ofSeconds(1))) {
      RawDynamoDb client = server.client();
      client.ok("CreateTable", TABLE.formatted("left"));
      ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
      List<Future<Map<String, Integer>>> adders = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int first = i;
        adders.add(threads.submit(() -> add(client, first)));
      }
      Map<String, Integer> added = new TreeMap<>();
      for (Future<Map<String, Integer>> adder : adders) {
        adder.get().forEach((key, number) -> added.merge(key, number, Integer::sum));
      }
      threads.shutdown();
      int cancelled = added.getOrDefault("cancelled", 0);
      added.remove("cancelled");
      Map<String, Integer> stored = new TreeMap<>();
      for (JsonNode item : client.ok("Scan", "{\"TableName\":\"left\"}").get("Items")) {
        stored.put(item.at("/pk/S").asText(), item.at("/n/N").asInt());
      }
      assertThat(stored).isEqualTo(added);
      JsonNode table = client.ok("DescribeTable", "{\"TableName\":\"left\"}");
      int records = records(client, table.at("/Table/LatestStreamArn").asText()).size();
      assertThat(records).isEqualTo(stored.values().stream().mapToInt(Integer::intValue).sum());
      System.out.printf("1,008 transactions on %d keys: %d conflicts%n", KEYS, cancelled);
    }
  }

  private static Map<String, Integer> add(RawDynamoDb client, int first) throws Exception {
    Map<String, Integer> added = new HashMap<>();
    for (int i = 0; i < 63; i++) {
      String one = "k" + (first + i) % KEYS;
      String two = "k" + (first + i * 2 + 1) % KEYS;
      if (one.equals(two)) {
        two = "k" + (first + i + 1) % KEYS;
      }
      JsonNode answer =
          client.call(
              "TransactWriteItems",
              "{\"TransactItems\":[%s,%s]}".formatted(increment(one), increment(two)));
      if (!answer.has("__type")) {
        added.merge(one, 1, Integer::sum);
        added.merge(two, 1, Integer::sum);
      } else {
        assertThat(answer.at("/__type").asText()).endsWith("#TransactionCanceledException");
        assertThat(answer.toString()).contains("\"TransactionConflict\"");
        added.merge("cancelled", 1, Integer::sum);
      }
    }
    return added;
  }

  private static String increment(String key) {
    return """
        {"Update":{"TableName":"left","Key":{"pk":{"S":"%s"}},"UpdateExpression":"ADD n :one",
         "ExpressionAttributeValues":{":one":{"N":"1"}}}}"""
        .formatted(key);
  }

  private static StartedChild start(int port, Path directory) throws IOException {
    return StartedChild.start(DynamoDbChild.class, Integer.toString(port), directory.toString());
  }
}
