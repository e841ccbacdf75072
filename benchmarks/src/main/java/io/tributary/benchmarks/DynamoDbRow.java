package io.tributary.benchmarks;

import io.tributary.operations.requests.Gateway;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Requests of the sink that the embedded DynamoDB answers, beside the stub. */
final class DynamoDbRow {

  private static final int SECONDS = 4;
  private static final int QUERIED = 100;
  private static final String TRANSACTION =
      """
      {"TransactItems":[{"Put":{"TableName":"processed_batches","Item":{"batch_id":{"S":"%d"},\
      "expiration_time":{"N":"1893456000"}},"ConditionExpression":"attribute_not_exists(batch_id)",\
      "ReturnValuesOnConditionCheckFailure":"ALL_OLD"}},\
      {"Put":{"TableName":"device_readings","Item":%s}}]}""";
  private static final String QUERY =
      """
      {"TableName":"device_readings","KeyConditionExpression":"hardware_id = :h","Limit":100,\
      "ExpressionAttributeValues":{":h":{"S":"queried-%d"}}}""";
  private static final String READING =
      """
      {"hardware_id":{"S":"%s"},"ts_batch":{"S":"%d#b"},"batch_id":{"S":"%d"},\
      "timestamp_ms":{"N":"1795219200000"},"boot_id":{"S":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6"},\
      "firmware_version":{"S":"1.0.16"},"friendly_name":{"S":"bench-north"},\
      "expiration_time":{"N":"1893456000"},"sensor_status":{"M":{"bme280":{"S":"ok"}}},\
      "sensors":{"M":{"bme280_temp_c":{"N":"23.14"},"ens160_aqi":{"N":"2"}}}}""";
  private final Options options;
  private final AtomicLong numbers = new AtomicLong();

  private DynamoDbRow(Options options) {
    this.options = options;
  }

  static void measure(Options options) throws Exception {
    DynamoDbRow row = new DynamoDbRow(options);
    try (Bed bed = new Bed(options)) {
      bed.create("", Bed.tables());
      BenchmarkTables embedded = bed.dynamoDb();
      BenchmarkTables stub = new BenchmarkTables(Bed.gateway(bed.stub(0, false)));
      for (int i = 0; i < QUERIED * QUERIED; i++) {
        embedded.require("PutItem", put(reading("queried-" + i % QUERIED, i)));
      }
      row.compare("PutItem", number -> put(numbered(number)), embedded, stub);
      row.compare(
          "TransactWriteItems",
          number -> TRANSACTION.formatted(number, numbered(number)),
          embedded,
          stub);
      row.compare("Query", number -> QUERY.formatted(number % QUERIED), embedded, stub);
    }
  }

  private void compare(
      String operation, LongFunction<String> bodies, BenchmarkTables embedded, BenchmarkTables stub)
      throws Exception {
    for (int connections : new int[] {1, 16}) {
      new Comparison("dynamodb: " + operation + ", " + connections + " connections")
          .product("embedded", round(operation, bodies, embedded, connections))
          .limit("stub", round(operation, bodies, stub, connections))
          .run(options);
    }
  }

  private Callable<Map<String, Double>> round(
      String operation, LongFunction<String> bodies, BenchmarkTables endpoint, int connections) {
    Sender sender =
        new Sender(
            unused ->
                endpoint
                    .send(operation, bodies.apply(numbers.incrementAndGet()))
                    .thenApply(Gateway.Reply::isAccepted),
            connections);
    return () -> Results.of("requests/s", sender.run(options.time(SECONDS)).perSecond());
  }

  private static String put(String item) {
    return "{\"TableName\":\"device_readings\",\"Item\":" + item + '}';
  }

  private static String numbered(long number) {
    return reading("device-" + number % 1000, 100_000 + number);
  }

  private static String reading(String device, long number) {
    return READING.formatted(device, number, number);
  }
}
