package io.tributary.harness.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Endpoints;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** DynamoDB's own JSON over HTTP: what a client sees that has no SDK. */
public final class RawDynamo {

  private final HttpProbe http;
  private final URI endpoint;

  public RawDynamo(HttpProbe http, Endpoints endpoints) {
    this.http = http;
    this.endpoint = URI.create(endpoints.dynamodb());
  }

  /**
   * Items of a query, in order, each value under the letter of its type.
   *
   * @param members JSON members of the request without braces, beside {@code TableName}
   */
  public List<JsonNode> query(String table, String members) throws IOException {
    JsonNode items = send("Query", table, members).path("Items");
    return StreamSupport.stream(items.spliterator(), false).toList();
  }

  /**
   * The item of a key, each value under the letter of its type.
   *
   * @param key attributes of the key, in JSON, each under the letter of its type
   */
  public Optional<JsonNode> get(String table, String key) throws IOException {
    JsonNode answer = send("GetItem", table, "\"ConsistentRead\": true, \"Key\": " + key);
    return Optional.ofNullable(answer.get("Item"));
  }

  private JsonNode send(String operation, String table, String members) throws IOException {
    Answer answer =
        http.post(
            endpoint,
            Map.of(
                "Content-Type",
                "application/x-amz-json-1.0",
                "X-Amz-Target",
                "DynamoDB_20120810." + operation,
                "X-Amz-Date",
                "20260101T000000Z",
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=fake/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=x-amz-date;x-amz-target, Signature=fake"),
            "{\"TableName\": \"" + table + "\", " + members + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }
}
