package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.RawDynamo;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documented look-ups, by the SDK and in DynamoDB's own JSON from a client without one. */
@OnSharedPipeline
final class TenantsQueriesIT {

  private static final String CHANNEL = "CHANNEL#teams#queries-bot";

  private static final String ONE =
      """
      "KeyConditionExpression": "pk = :pk AND sk = :sk",
      "ExpressionAttributeValues": {":pk": {"S": "%s"}, ":sk": {"S": "%s"}}
      """;

  private static final String KEY = "{\"pk\": {\"S\": \"%s\"}, \"sk\": {\"S\": \"%s\"}}";

  private static final String BY_CHANNEL =
      """
      "IndexName": "channel-mapping", "KeyConditionExpression": "gsi1pk = :channel_key",
      "ExpressionAttributeValues": {":channel_key": {"S": "%s"}}
      """;

  private static final String USERS =
      """
      "KeyConditionExpression": "pk = :pk AND begins_with(sk, :prefix)",
      "ExpressionAttributeValues": {":pk": {"S": "TENANT#queries"}, ":prefix": {"S": "USER#"}}
      """;

  private static final String BY_EMAIL =
      """
      "KeyConditionExpression": "pk = :pk AND begins_with(sk, :prefix)",
      "FilterExpression": "email = :email",
      "ExpressionAttributeValues": {":pk": {"S": "TENANT#queries"}, ":prefix": {"S": "USER#"},
        ":email": {"S": "%s"}}
      """;

  private final Bench bench;
  private final TenantsApi api;
  private final RawDynamo dynamo;

  TenantsQueriesIT(Bench bench) {
    this.bench = bench;
    this.api = new TenantsApi(bench.http(), bench.pipeline().http());
    this.dynamo = new RawDynamo(bench.http(), bench.pipeline().endpoints());
  }

  @Test
  void shouldAnswerEveryDocumentedQuery() throws Exception {
    for (String tenant : List.of("queries", "querie")) {
      api.tenant(tenant, "{\"max_conversation_history\":20}");
      for (String user : List.of("ann", "bob")) {
        api.expect(
            200,
            TenantsApi.put(
                tenant, "/users/" + user, TenantsSamples.user(user + "@x.example", "{}")));
      }
    }
    api.claim("queries", "teams", "queries-bot");
    api.claim("querie", "teams", "queries-bot-2");
    api.say("queries", "conv-abc-123", "m1", "user", "what's the sprint status?");
    api.say("queries", "conv-abc-123", "m2", "assistant", "Here's your current sprint...");
    bench.pipeline().awaitDrained();

    assertThat(query("tenants", ONE.formatted("TENANT#queries", "META")))
        .extracting(item -> item.at("/tenant_id/S").asText() + item.at("/settings/S").asText())
        .containsExactly("queries{\"max_conversation_history\":20}");
    assertThat(dynamo.get("tenants", KEY.formatted("TENANT#queries", "META")))
        .get()
        .extracting(item -> item.at("/tenant_id/S").asText() + item.at("/status/S").asText())
        .isEqualTo("queriesactive");
    assertThat(query("tenants", USERS))
        .extracting(item -> item.at("/user_id/S").asText())
        .containsExactly("ann", "bob");
    assertThat(query("tenants", BY_EMAIL.formatted("bob@x.example")))
        .extracting(item -> item.at("/sk/S").asText())
        .containsExactly("USER#bob");
    assertThat(query("tenants", BY_EMAIL.formatted("nobody@x.example"))).isEmpty();
    Eventually.await("the index to follow")
        .until(() -> query("tenants", BY_CHANNEL.formatted(CHANNEL)).size() == 1);
    assertThat(query("tenants", BY_CHANNEL.formatted(CHANNEL)))
        .extracting(item -> item.at("/pk/S").asText() + item.at("/gsi1sk/S").asText())
        .containsExactly("TENANT#queriesTENANT#queries");
    assertThat(query("tenants", BY_CHANNEL.formatted("CHANNEL#teams#nobodys"))).isEmpty();
    assertTheConversation();
  }

  private void assertTheConversation() throws IOException {
    List<JsonNode> conversation = query("conversations", ONE.formatted("queries", "conv-abc-123"));
    assertThat(conversation)
        .extracting(item -> item.at("/messages/S").asText())
        .containsExactly(
            "[{\"role\":\"user\",\"content\":\"what's the sprint status?\"},"
                + "{\"role\":\"assistant\",\"content\":\"Here's your current sprint...\"}]");
    assertThat(conversation.get(0).at("/ttl").has("N")).isTrue();
    assertThat(query("conversations", ONE.formatted("querie", "conv-abc-123"))).isEmpty();
    assertThat(dynamo.get("conversations", KEY.formatted("queries", "conv-abc-123")))
        .hasValue(conversation.get(0));
    assertThat(dynamo.get("conversations", KEY.formatted("querie", "conv-abc-123"))).isEmpty();
  }

  private List<JsonNode> query(String table, String members) throws IOException {
    return dynamo.query(table, members);
  }
}
