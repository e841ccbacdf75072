package io.tributary.embedded.dynamodblocal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Speaks the JSON protocol without an SDK; nobody checks the signature. */
final class DynamoDbClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;
  private final String credential;

  DynamoDbClient(String endpoint) {
    this(endpoint, "testuser", "eu-west-1");
  }

  DynamoDbClient(String endpoint, String accessKey, String region) {
    this.endpoint = URI.create(endpoint);
    this.credential = accessKey + "/20260101/" + region + "/dynamodb/aws4_request";
  }

  /** The body of the answer; fails on any status but 200. */
  String call(String operation, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + credential + ", SignedHeaders=host, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new AssertionError(operation + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  void createTable(String name) throws IOException, InterruptedException {
    call(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]}"""
            .formatted(name));
  }

  void put(String table, String id) throws IOException, InterruptedException {
    call("PutItem", "{\"TableName\":\"%s\",\"Item\":{\"id\":{\"S\":\"%s\"}}}".formatted(table, id));
  }

  String countItems(String table) throws IOException, InterruptedException {
    return call("Scan", "{\"TableName\":\"%s\",\"Select\":\"COUNT\"}".formatted(table));
  }

  String listTables() throws IOException, InterruptedException {
    return call("ListTables", "{}");
  }
}
