package io.tributary.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.key.devices.ReadingKey;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** An endpoint of DynamoDB, by its wire format. */
record BenchmarkTables(Gateway endpoint) {

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type",
          "application/x-amz-json-1.0",
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
              + " SignedHeaders=host, Signature=0");

  private static final String READING =
      """
      {"TableName":"device_readings","ConsistentRead":true,\
      "Key":{"hardware_id":{"S":"%s"},"ts_batch":{"S":"%s"}}}""";

  static BenchmarkTables at(String endpoint) {
    var random = RuntimeContext.system().random();
    Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), random);
    return new BenchmarkTables(new Gateway(URI.create(endpoint), backoff));
  }

  private static Call call(String operation, String body) {
    return new Call("POST", "/", HEADERS, body)
        .with("X-Amz-Target", "DynamoDB_20120810." + operation);
  }

  CompletableFuture<Gateway.Reply> send(String operation, String body) {
    return endpoint.send(call(operation, body));
  }

  /** Completes when the item of a reading can be read; asks at that interval. */
  CompletableFuture<Void> stored(ReadingKey key, Duration interval) {
    return send("GetItem", READING.formatted(key.hardwareId(), key.tsBatch()))
        .thenCompose(
            reply ->
                reply.json().has("Item")
                    ? CompletableFuture.completedFuture(null)
                    : later(interval, () -> stored(key, interval)));
  }

  /** Goes on after a while. */
  static <T> CompletableFuture<T> later(Duration wait, Supplier<CompletableFuture<T>> next) {
    return CompletableFuture.supplyAsync(
            () -> next, // not a thread for each
            CompletableFuture.delayedExecutor(
                wait.toMillis(), TimeUnit.MILLISECONDS, Runnable::run))
        .thenCompose(Supplier::get);
  }

  /** The answer to a request that must succeed. */
  JsonNode require(String operation, String body) throws InterruptedException {
    return endpoint.require(call(operation, body));
  }
}
