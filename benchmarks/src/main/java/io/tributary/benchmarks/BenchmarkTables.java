package io.tributary.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.retry.Backoff;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** An endpoint of DynamoDB, by its wire format. */
record BenchmarkTables(Gateway endpoint) {

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type",
          "application/x-amz-json-1.0",
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
              + " SignedHeaders=host, Signature=0");

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

  /** The answer to a request that must succeed. */
  JsonNode require(String operation, String body) throws InterruptedException {
    return endpoint.require(call(operation, body));
  }
}
