package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Poisons;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** What nobody can process or store is set aside, and what is behind it goes on. */
@OnSharedPipeline
final class TenantsPoisonIT {

  private final Bench bench;
  private final TenantsApi api;
  private final AvroFiles avro = new AvroFiles();
  private final TenantsFacts facts;
  private final TenantsItems items;
  private final Poisons poisons;

  TenantsPoisonIT(Bench bench) {
    this.bench = bench;
    this.api = new TenantsApi(bench.http(), bench.pipeline().http());
    this.facts = new TenantsFacts(bench.topics(), avro);
    this.items = new TenantsItems(bench.tables());
    this.poisons = new Poisons(bench.topics());
  }

  @Test
  void shouldSetEventsOfConversationsAsideThatAreNone() {
    Instant now = Instant.now();
    String key = "poisoned#c";
    facts.append("poisoned", "c", now, facts.posted("m1", "USER", "before"));
    GenericRecord good = facts.event("poisoned", "c", now, facts.posted("m2", "USER", "poison"));
    poisons.undecodable(TenantsFacts.EVENTS, key, avro.encode(good));
    refused(TenantsFacts.EVENTS, "poisoned#d", good, "INVALID_KEY");
    event(key, facts.posted("", "USER", "no id"), "INVALID_KEY");
    event(key, facts.posted("a#b", "USER", "wrong id"), "INVALID_KEY");
    event(key, facts.posted("m3", "USER", "x".repeat(262_145)), "LIMIT_EXCEEDED");
    for (long at : new long[] {-1, Long.MAX_VALUE}) {
      GenericRecord wrong = facts.event("poisoned", "c", now, facts.posted("m4", "USER", "poison"));
      envelope(wrong).put("accepted_at", at);
      refused(TenantsFacts.EVENTS, key, wrong, "INVALID_VALUE");
    }
    facts.append("poisoned", "c", now, facts.posted("m5", "ASSISTANT", "behind"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters(TenantsFacts.DEAD_LETTERS);
    assertThat(items.entries("poisoned", "c")).containsExactly("user: before", "assistant: behind");
    System.out.println("tenants-poison: events=" + poisons.size());
  }

  @Test
  void shouldSetWebhooksAsideThatAreNone() throws Exception {
    api.tenant("poisoned-w", "{}");
    api.claim("poisoned-w", "slack", "T0POISON");
    api.deliver(TenantsSamples.slack("T0POISON", "Ev1", "C01", "before"));
    String key = "CHANNEL#slack#T0POISON#slack-C01";
    poisons.undecodable(TenantsFacts.WEBHOOKS, key, avro.encode(webhook("poison")));
    refused(TenantsFacts.WEBHOOKS, key + "2", webhook("poison"), "INVALID_KEY");
    GenericRecord otherEvent = webhook("poison");
    otherEvent.put("event_id", "slack:T0POISON:Ev3");
    refused(TenantsFacts.WEBHOOKS, key, otherEvent, "MALFORMED");
    for (String raw : List.of("", "{", "[]", "{\"type\":\"event_callback\"}", "[".repeat(5_000))) {
      GenericRecord spoiled = webhook("poison");
      spoiled.put("raw", ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8)));
      refused(TenantsFacts.WEBHOOKS, key, spoiled, "MALFORMED");
    }
    GenericRecord unknown = webhook("poison");
    unknown.put("provider", "carrier-pigeon");
    refused(TenantsFacts.WEBHOOKS, key, unknown, "MALFORMED");
    GenericRecord nobodys = webhook("poison");
    nobodys.put("tenant_id", null);
    refused(TenantsFacts.WEBHOOKS, key, nobodys, "INVALID_VALUE");
    for (String code :
        List.of(
            "NO_TENANT_MAPPING",
            "TENANT_INACTIVE",
            "CHANNEL_NOT_ALLOWED",
            "SENDER_NOT_AUTHORIZED",
            "MALFORMED")) {
      GenericRecord refused = webhook("poison");
      refused.put("admission", facts.admission(code));
      refused(TenantsFacts.WEBHOOKS, key, refused, code);
    }
    refused(TenantsFacts.WEBHOOKS, key, webhook("x".repeat(262_145)), "LIMIT_EXCEEDED");
    api.deliver(TenantsSamples.slack("T0POISON", "Ev2", "C01", "behind"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters(TenantsFacts.DEAD_LETTERS);
    assertThat(items.entries("poisoned-w", "slack-C01"))
        .containsExactly("user: before", "user: behind");
    System.out.println("tenants-poison: webhooks=" + poisons.size());
  }

  @Test
  void shouldSetCommandsAndRecordsAsideThatAreNone() throws Exception {
    String key = "TENANT#poisoned-c#META";
    api.tenant("poisoned-c", "{}");
    api.claim("poisoned-c", "slack", "T0RECORDS");
    api.expect(
        200, TenantsApi.put("poisoned-c", "/users/u", TenantsSamples.user("u@x.example", "{}")));
    api.say("poisoned-c", "c", "m1", "user", "before");
    bench.pipeline().awaitDrained();

    GenericRecord good = facts.command(facts.tenantPut("poisoned-c", "{}"));
    poisons.undecodable(TenantsFacts.COMMANDS, key, avro.encode(good));
    refused(TenantsFacts.COMMANDS, "TENANT#other#META", good, "INVALID_KEY");
    poisons.unreadable(poisons.newest("tenants.tenants", key));
    poisons.unreadable(poisons.newest("tenants.users", "TENANT#poisoned-c#USER#u"));
    poisons.unreadable(
        poisons.newest("tenants.channels", "TENANT#poisoned-c#CHANNEL#slack#T0RECORDS"));
    poisons.unreadable(poisons.newest("tenants.conversations", "poisoned-c#c"));
    api.tenant("poisoned-c", "{\"behind\":true}");
    api.say("poisoned-c", "c", "m2", "user", "behind");
    api.deliver(TenantsSamples.slack("T0RECORDS", "Ev1", "C01", "still whose it was"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters(TenantsFacts.DEAD_LETTERS);
    assertThat(items.entries("poisoned-c", "c")).containsExactly("user: before", "user: behind");
    assertThat(items.entries("poisoned-c", "slack-C01"))
        .containsExactly("user: still whose it was");
    assertThat(items.tenant("poisoned-c", "META").orElseThrow())
        .containsEntry("settings", "{\"behind\":true}");
    System.out.println("tenants-poison: commands-and-records=" + poisons.size());
  }

  private GenericRecord webhook(String text) {
    return facts.webhook("poisoned-w", "T0POISON", "Ev9", "C01", text);
  }

  private void event(String key, GenericRecord event, String code) {
    GenericRecord fact = facts.event("poisoned", "c", Instant.now(), event);
    refused(TenantsFacts.EVENTS, key, fact, code);
  }

  private void refused(String topic, String key, GenericRecord fact, String code) {
    poisons.append(facts.record(topic, key, fact), "process", code);
  }

  private static GenericRecord envelope(GenericRecord fact) {
    return (GenericRecord) Objects.requireNonNull(fact.get("envelope"));
  }
}
