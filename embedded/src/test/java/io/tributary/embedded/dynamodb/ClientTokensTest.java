package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Client request tokens of transactions, by a clock that jumps. */
final class ClientTokensTest {
  private static final String COUNT =
      """
      {"ClientRequestToken":"t","TransactItems":[{"Update":{"TableName":"counts","Key":{"pk":{"S":"a"}},
       "UpdateExpression":"ADD n :one","ExpressionAttributeValues":{":one":{"N":"1"}}}}]}""";

  private volatile Instant now = Instant.parse("2026-06-01T12:00:00Z");

  @Test
  void shouldKnowATokenForTenMinutes() throws Exception {
    Duration never = Duration.ofHours(1);
    try (InMemoryServer server = InMemoryServer.start(never, never, () -> now)) {
      RawDynamoDb client = server.client();
      client.ok(
          "CreateTable",
          """
          {"TableName":"counts","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}""");
      client.ok("TransactWriteItems", COUNT);
      now = now.plus(Duration.ofMinutes(9));
      client.ok("TransactWriteItems", COUNT);
      now = now.minus(Duration.ofHours(1));
      client.ok("TransactWriteItems", COUNT);
      assertThat(count(client)).isEqualTo(1);

      now = now.plus(Duration.ofMinutes(62));
      client.ok("TransactWriteItems", COUNT);
      assertThat(count(client)).isEqualTo(2);
    }
  }

  private static int count(RawDynamoDb client) throws Exception {
    String get = "{\"TableName\":\"counts\",\"Key\":{\"pk\":{\"S\":\"a\"}}}";
    return client.ok("GetItem", get).at("/Item/n/N").asInt();
  }
}
