package io.tributary.embedded.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Client of the JSON protocol without an SDK; signatures are made up. */
final class RawDynamoDb {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;

  RawDynamoDb(String endpoint) {
    this.endpoint = URI.create(endpoint);
  }

  HttpRequest.Builder request(String operation) {
    String api =
        operation.matches("ListStreams|DescribeStream|GetShardIterator|GetRecords")
            ? "DynamoDBStreams_20120810."
            : "DynamoDB_20120810.";
    return HttpRequest.newBuilder(endpoint)
        .timeout(Duration.ofSeconds(60))
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", api + operation)
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
                + " SignedHeaders=host, Signature=0");
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** The answer, a success or an error. */
  JsonNode call(String operation, String body) throws IOException, InterruptedException {
    HttpRequest request =
        request(operation).POST(HttpRequest.BodyPublishers.ofString(body)).build();
    return JSON.readTree(send(request).body());
  }

  /** The answer of a request that must succeed. */
  JsonNode ok(String operation, String body) throws IOException, InterruptedException {
    JsonNode answer = call(operation, body);
    if (answer.has("__type")) {
      throw new AssertionError(operation + ' ' + body + ": " + answer);
    }
    return answer;
  }
}
