package io.tributary.harness.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Endpoints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;

/** DynamoDB's own JSON over HTTP: what a client sees that has no SDK. */
public final class RawDynamo {

  private final HttpProbe http;
  private final URI endpoint;
  private final String prefix;

  public RawDynamo(HttpProbe http, Endpoints endpoints) {
    this.http = http;
    this.endpoint = URI.create(endpoints.dynamodb());
    this.prefix = endpoints.tablePrefix();
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
    String body = "{\"TableName\": \"" + prefix + table + "\", " + members + "}";
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(endpoint)
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("X-Amz-Target", "DynamoDB_20120810." + operation)
            .build();
    Map<String, String> headers = new HashMap<>();
    signed(request, body)
        .forEachHeader((name, values) -> headers.put(name, String.join(",", values)));
    // The client sends its own.
    headers.keySet().removeIf(name -> name.equalsIgnoreCase("Host"));
    Answer answer = http.post(endpoint, headers, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static SdkHttpRequest signed(SdkHttpRequest request, String body) {
    return AwsV4HttpSigner.create()
        .sign(
            signing ->
                signing
                    .identity(NamedDynamoDb.credentials().resolveCredentials())
                    .request(request)
                    .payload(() -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, NamedDynamoDb.region().id()))
        .request();
  }
}
