package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.e2e.tenants.RequestSpans.Span;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.PlainJson;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The fold of commands, and what may be stamped on webhooks while they come into force. */
final class ControlFoldTest {

  private static final String T1 = "PUT /v1/admin/tenants/b/channels/slack/T1";

  private final AvroFiles avro = new AvroFiles();
  private final ForgedFacts forged = new ForgedFacts(avro);
  private final ControlFold control = new ControlFold();
  private final RequestSpans spans = new RequestSpans();
  private final List<Boolean> decisions = new ArrayList<>();

  @Test
  void shouldLetTheFirstClaimWinUntilItEnds() {
    at(1_500, claim("a", "T1"));
    at(2_500, tenant("a", "ACTIVE", "{}"));
    at(3_500, tenant("b", "ACTIVE", "{}"));
    at(4_500, claim("a", "T1"));
    at(5_500, claim("b", "T1"));
    at(6_500, claim("a", "T1"));
    at(7_500, release("b", "T1"));
    at(8_500, release("a", "T1"));
    at(9_500, claim("b", "T1"));

    assertThat(decisions).containsExactly(false, true, true, true, false, true, false, true, true);
    assertThat(control.terms().stream().map(term -> term.owners().get("CHANNEL#slack#T1")))
        .containsExactly(
            null,
            null,
            null,
            null,
            "TENANT#a",
            "TENANT#a",
            "TENANT#a",
            "TENANT#a",
            null,
            "TENANT#b");
    assertThat(control.terms().get(9).acceptedAt()).isEqualTo(9_500);
    assertThat(control.terms().get(9).request()).isEqualTo(T1);
    assertTheItemsOfTheLastClaim();
  }

  private void assertTheItemsOfTheLastClaim() {
    assertThat(control.items())
        .isEqualTo(
            Map.of(
                List.of("TENANT#a", "META"),
                PlainJson.object(
                    """
                    {"pk":"TENANT#a","sk":"META","tenant_id":"a","name":"Some","status":"active",
                     "settings":"{}","created_at":"1970-01-01T00:00:02Z"}
                    """),
                List.of("TENANT#b", "META"),
                PlainJson.object(
                    """
                    {"pk":"TENANT#b","sk":"META","tenant_id":"b","name":"Some","status":"active",
                     "settings":"{}","created_at":"1970-01-01T00:00:03Z"}
                    """),
                List.of("TENANT#b", "CHANNEL#slack#T1"),
                PlainJson.object(
                    """
                    {"pk":"TENANT#b","sk":"CHANNEL#slack#T1","gsi1pk":"CHANNEL#slack#T1",
                     "gsi1sk":"TENANT#b"}
                    """)));
  }

  @Test
  void shouldTakeEverythingAlongWithATenantAndBeginAfresh() {
    at(1_000, tenant("a", "ACTIVE", "{}"));
    at(2_000, tenant("b", "ACTIVE", "{}"));
    at(3_000, claim("a", "T1"));
    at(4_000, tenant("a", "ONBOARDING", "{\"n\":1}"));
    at(5_000, deletion("a"));
    at(6_000, claim("b", "T1"));
    at(7_000, deletion("a"));
    at(8_000, tenant("a", "SUSPENDED", "{}"));

    assertThat(decisions).containsExactly(true, true, true, true, true, true, false, true);
    assertThat(control.items().keySet())
        .containsExactlyInAnyOrder(
            List.of("TENANT#a", "META"),
            List.of("TENANT#b", "META"),
            List.of("TENANT#b", "CHANNEL#slack#T1"));
    assertThat(control.items().get(List.of("TENANT#a", "META")))
        .containsEntry("created_at", "1970-01-01T00:00:08Z")
        .containsEntry("status", "suspended");
  }

  @Test
  void shouldAskForTheAdmissionThatWasInForce() {
    at(1_000, 1_100, "PUT /v1/admin/tenants/a", tenant("a", "ACTIVE", "{}"));
    at(2_000, 2_100, "PUT /v1/admin/tenants/a/channels/slack/T1", claim("a", "T1"));
    at(10_000, 10_100, "PUT /v1/admin/tenants/a", tenant("a", "SUSPENDED", "{}"));
    at(
        20_000,
        20_100,
        "PUT /v1/admin/tenants/a",
        tenant("a", "ONBOARDING", "{\"enabled_channels\":[\"teams\"]}"));
    at(30_000, 30_100, "DELETE /v1/admin/tenants/a", deletion("a"));

    requireOnly(1_500, "nobody NO_TENANT_MAPPING");
    requireOnly(5_000, "a ADMITTED");
    requireOnly(15_000, "a TENANT_INACTIVE");
    requireOnly(25_000, "a CHANNEL_NOT_ALLOWED");
    requireOnly(35_000, "nobody NO_TENANT_MAPPING");
    // for two seconds another gateway may not know of it yet, unless it refuses
    requireOnly(11_500, "a TENANT_INACTIVE", "a ADMITTED");
    requireOnly(12_200, "a TENANT_INACTIVE");
  }

  @Test
  void shouldTakeEitherAnswerWhileACommandIsUnderWay() {
    at(1_000, 1_100, "PUT /v1/admin/tenants/a", tenant("a", "ACTIVE", "{}"));
    at(1_000, 1_100, "PUT /v1/admin/tenants/b", tenant("b", "ACTIVE", "{}"));
    at(2_000, 2_100, "PUT /v1/admin/tenants/a/channels/slack/T1", claim("a", "T1"));
    at(10_000, 10_100, "DELETE /v1/admin/tenants/a/channels/slack/T1", release("a", "T1"));
    at(20_000, RequestSpans.NEVER, T1, claim("b", "T1"));

    requireOnly(10_050, "a ADMITTED", "nobody NO_TENANT_MAPPING");
    requireOnly(19_000, "nobody NO_TENANT_MAPPING");
    requireOnly(29_000, "nobody NO_TENANT_MAPPING", "b ADMITTED");
  }

  @Test
  void shouldNotTakeTheAnswerToAnotherTryForThatOfACommandThatCameLate() {
    at(1_000, 1_100, "PUT /v1/admin/tenants/a", tenant("a", "ACTIVE", "{}"));
    at(10_000, 10_100, "PUT /v1/admin/tenants/a/channels/slack/T1", claim("a", "T1"));
    // its gateway was killed, and another try answered before this one had come
    at(9_000, 9_100, "PUT /v1/admin/tenants/b", tenant("b", "ACTIVE", "{}"));

    requireOnly(9_500, "nobody NO_TENANT_MAPPING");
    requireOnly(10_050, "nobody NO_TENANT_MAPPING", "a ADMITTED");
    requireOnly(12_500, "a ADMITTED");
  }

  @Test
  void shouldKnowWhatNobodySent() {
    AdmissionCheck check = new AdmissionCheck(control.terms(), spans);
    spans.add("e", new Span(1_000, 2_000));
    assertThatThrownBy(() -> check.require(webhook(2_001, null, "NO_TENANT_MAPPING")))
        .hasMessageContaining("nobody sent e at 2001");
    check.require(webhook(2_000, null, "NO_TENANT_MAPPING"));
    assertThat(check.tally()).isEqualTo(Map.of("certain", 1, "NO_TENANT_MAPPING", 1));
  }

  /** Of all that could be stamped on a webhook of that moment, these are right. */
  private void requireOnly(long moment, String... right) {
    spans.add("e", new Span(moment, moment));
    for (String stamped :
        List.of(
            "nobody NO_TENANT_MAPPING",
            "a ADMITTED",
            "a TENANT_INACTIVE",
            "a CHANNEL_NOT_ALLOWED",
            "a SENDER_NOT_AUTHORIZED",
            "b ADMITTED",
            "b TENANT_INACTIVE")) {
      String[] words = stamped.split(" ", 2);
      GenericRecord fact = webhook(moment, words[0].equals("nobody") ? null : words[0], words[1]);
      AdmissionCheck check = new AdmissionCheck(control.terms(), spans);
      if (List.of(right).contains(stamped)) {
        check.require(fact);
      } else {
        assertThatThrownBy(() -> check.require(fact))
            .as("%s at %d", stamped, moment)
            .isInstanceOf(AssertionError.class);
      }
    }
  }

  private GenericRecord webhook(long acceptedAt, @Nullable String tenant, String admission) {
    return new GenericRecordBuilder(avro.schema("ChannelEvent"))
        .set("envelope", forged.envelope(Instant.ofEpochMilli(acceptedAt)))
        .set("provider", "slack")
        .set("account", "main")
        .set("channel_type", "slack")
        .set("channel_id", "T1")
        .set("conversation_id", "slack-C0")
        .set("event_id", "e")
        .set("tenant_id", tenant)
        .set("admission", new GenericData.EnumSymbol(avro.schema("Admission"), admission))
        .set("raw", ByteBuffer.allocate(0))
        .build();
  }

  private void at(long acceptedAt, long answered, String request, GenericRecord change) {
    spans.add(request, new Span(acceptedAt, answered));
    at(acceptedAt, change);
  }

  private void at(long acceptedAt, GenericRecord change) {
    GenericRecord envelope = forged.envelope(Instant.ofEpochMilli(acceptedAt));
    control.apply(
        new GenericRecordBuilder(avro.schema("TenantsCommand"))
            .set("envelope", envelope)
            .set("change", change)
            .build());
    decisions.add(control.applied().getOrDefault(envelope.get("fact_id").toString(), false));
  }

  private GenericRecord tenant(String tenant, String status, String settings) {
    return new GenericRecordBuilder(avro.schema("TenantPut"))
        .set("tenant_id", tenant)
        .set("name", "Some")
        .set("status", new GenericData.EnumSymbol(avro.schema("TenantStatus"), status))
        .set("settings", settings)
        .build();
  }

  private GenericRecord deletion(String tenant) {
    return new GenericRecordBuilder(avro.schema("TenantDeletion")).set("tenant_id", tenant).build();
  }

  private GenericRecord claim(String tenant, String team) {
    return channel("ChannelClaim", tenant, team);
  }

  private GenericRecord release(String tenant, String team) {
    return channel("ChannelRelease", tenant, team);
  }

  private GenericRecord channel(String kind, String tenant, String team) {
    return new GenericRecordBuilder(avro.schema(kind))
        .set("tenant_id", tenant)
        .set("channel_type", "slack")
        .set("channel_id", team)
        .build();
  }
}
