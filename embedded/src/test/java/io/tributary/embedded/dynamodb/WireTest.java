package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP around the operations. */
final class WireTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private InMemoryServer server;
  private RawDynamoDb client;

  @BeforeEach
  void startServer() throws IOException {
    server = InMemoryServer.start();
    client = server.client();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private HttpRequest.Builder bare() {
    return HttpRequest.newBuilder(URI.create(server.endpoint()));
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String body)
      throws IOException, InterruptedException {
    return client.send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }

  @Test
  void shouldCarryIdChecksumAndTheContentTypeOfTheRequest() throws Exception {
    HttpResponse<String> answer = send(client.request("ListTables"), "{}");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"TableNames\":[]}");
    CRC32 crc = new CRC32();
    crc.update(answer.body().getBytes(StandardCharsets.UTF_8));
    assertThat(answer.headers().firstValue("x-amz-crc32")).hasValue("" + crc.getValue());
    assertThat(answer.headers().firstValue("x-amzn-RequestId").orElseThrow())
        .matches("[A-Z0-9]{52}");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-amz-json-1.0");
    assertThat(answer.headers().firstValue("Server")).isPresent();
    assertThat(answer.headers().firstValue("Date")).isPresent();
  }

  @Test
  void shouldReportProtocolErrorsInTheirOrder() throws Exception {
    assertThat(http.send(bare().GET().build(), HttpResponse.BodyHandlers.ofString()).body())
        .isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
    HttpResponse<String> text = send(bare().header("Content-Type", "text/plain"), "{}");
    assertThat(text.statusCode()).isEqualTo(404);
    assertThat(text.body()).contains("<UnknownOperationException/>");
    HttpRequest.Builder json = bare().header("Content-Type", "application/json; charset=utf-8");
    assertThat(send(json.copy(), "{").body())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
    assertThat(send(json.copy(), "{\"a\":1,\"a\":2}").body())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
    assertThat(send(json.copy(), "{}").body())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}");
    HttpRequest.Builder unsigned = json.header("X-Amz-Target", "DynamoDB_20120810.ListTables");
    assertThat(send(unsigned.copy(), "{\"Limit\":\"x\"}").body())
        .contains("MissingAuthenticationTokenException");
    assertThat(
            send(unsigned.copy().header("Authorization", "AWS4-HMAC-SHA256 nothing"), "{}").body())
        .contains("IncompleteSignatureException")
        .contains("Authorization header requires 'Credential' parameter.");
  }

  @Test
  void shouldRefuseBodiesOverSixteenMebibytes() throws Exception {
    String body = "{\"TableName\":\"" + "x".repeat(16 << 20) + "\"}";

    assertThat(send(client.request("DescribeTable"), body).statusCode()).isEqualTo(413);
  }

  @Test
  void shouldParseExpressionsThatNestAsDeepAsTheyMayBeLong() throws Exception {
    client.ok(
        "CreateTable",
        """
        {"TableName":"deep","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}""");
    String scan = "{\"TableName\":\"deep\",\"FilterExpression\":\"%s\"}";

    assertThat(client.call("Scan", scan.formatted("(".repeat(4096))).toString())
        .contains("Syntax error; token: \\\"<EOF>\\\"");
    assertThat(client.call("Scan", scan.formatted("(".repeat(4097))).toString())
        .contains("expression size: 4097");
    String deep = "(".repeat(1000) + "a = b" + ")".repeat(1000);
    assertThat(client.call("Scan", scan.formatted(deep)).toString())
        .contains("The expression has redundant parentheses;");
    assertThat(client.call("Scan", scan.formatted("NOT ".repeat(1000) + "a = b")).toString())
        .contains("The expression contains too many operators; operator count: 1001");
  }
}
