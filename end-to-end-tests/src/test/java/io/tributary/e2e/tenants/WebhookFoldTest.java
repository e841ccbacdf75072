package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WebhookFoldTest {

  private final AvroFiles avro = new AvroFiles();
  private final WebhookFold webhooks = new WebhookFold();
  private int offset;

  @Test
  void shouldBringEachEventOnceToWhoseChannelItWasFirst() {
    slack("T1", "a", "ADMITTED", "E1", "one");
    slack("T1", "b", "ADMITTED", "E1", "one");
    slack("T2", "a", "ADMITTED", "E1", "of another team");

    assertThat(webhooks.messages())
        .isEqualTo(
            Map.of(
                "a#slack-C0#slack:T1:E1", "one",
                "a#slack-C0#slack:T2:E1", "of another team"));
    assertThat(webhooks.redelivered()).isEqualTo(1);
    assertThat(webhooks.letters()).isEmpty();
    assertThat(webhooks.facts()).hasSize(3);
  }

  @Test
  void shouldJudgeAnewWhatWasNotAdmitted() {
    slack("T1", null, "NO_TENANT_MAPPING", "E1", "one");
    slack("T1", "a", "TENANT_INACTIVE", "E1", "one");
    slack("T1", "a", "ADMITTED", "E1", "one");
    slack("T1", "a", "CHANNEL_NOT_ALLOWED", "E1", "one");

    assertThat(webhooks.letters())
        .isEqualTo(
            Map.of(
                "tenants.webhooks/0/0", "NO_TENANT_MAPPING",
                "tenants.webhooks/0/1", "TENANT_INACTIVE",
                "tenants.webhooks/0/3", "CHANNEL_NOT_ALLOWED"));
    assertThat(webhooks.messages()).isEqualTo(Map.of("a#slack-C0#slack:T1:E1", "one"));
    assertThat(webhooks.redelivered()).isZero();
  }

  @Test
  void shouldKeepTheOrderOfEachConversationOfAChannel() {
    slack("T1", "a", "ADMITTED", "E2", "one");
    slack("T2", "a", "ADMITTED", "E1", "elsewhere");
    slack("T1", "a", "ADMITTED", "E1", "two");
    slack("T1", "b", "ADMITTED", "E3", "with another tenant");
    slack("T1", "a", "ADMITTED", "E2", "one");

    String one = "a#slack-C0#slack:T1:E2";
    String two = "a#slack-C0#slack:T1:E1";
    String elsewhere = "a#slack-C0#slack:T2:E1";
    String others = "b#slack-C0#slack:T1:E3";
    Map<String, List<String>> orders =
        Map.of(
            "CHANNEL#slack#T1#slack-C0 for a", List.of(one, two),
            "CHANNEL#slack#T2#slack-C0 for a", List.of(elsewhere),
            "CHANNEL#slack#T1#slack-C0 for b", List.of(others));
    assertThat(webhooks.orders()).isEqualTo(orders);
    assertThat(webhooks.ordersOf(List.of(elsewhere, one, others, one, two, one))).isEqualTo(orders);
    assertThat(webhooks.ordersOf(List.of(elsewhere, two, one, others))).isNotEqualTo(orders);
    assertThat(webhooks.ordersOf(List.of("a#x#y")))
        .isEqualTo(Map.of("no webhook", List.of("a#x#y")));
  }

  private void slack(
      String team, @Nullable String tenant, String admission, String event, String text) {
    byte[] raw = TenantsSamples.slackBody(team, event, "C0", text).getBytes(StandardCharsets.UTF_8);
    webhooks.apply(
        "tenants.webhooks/0/" + offset++,
        "CHANNEL#slack#" + team + "#slack-C0",
        new GenericRecordBuilder(avro.schema("ChannelEvent"))
            .set("envelope", new ForgedFacts(avro).envelope(Instant.EPOCH))
            .set("provider", "slack")
            .set("account", "main")
            .set("channel_type", "slack")
            .set("channel_id", team)
            .set("conversation_id", "slack-C0")
            .set("event_id", "slack:" + team + ":" + event)
            .set("tenant_id", tenant)
            .set("admission", new GenericData.EnumSymbol(avro.schema("Admission"), admission))
            .set("raw", ByteBuffer.wrap(raw))
            .build());
  }
}
