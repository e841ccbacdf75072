package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Poisons;
import io.tributary.harness.store.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What nobody can process or store is set aside, and what is behind it goes on. */
@OnSharedPipeline
final class InboxPoisonIT {

  private static final Instant THEN = Instant.parse("2026-02-01T00:00:00.500Z");
  private static final long IN_2100 = 4_102_444_800L;
  private static final String ID = "0BI0000000000000A";
  private static final List<String> ANN = List.of("ann");

  private final Bench bench;
  private final InboxApi api;
  private final AvroFiles avro = new AvroFiles();
  private final InboxFacts facts;
  private final InboxItems items;
  private final Poisons poisons;

  InboxPoisonIT(Bench bench) {
    this.bench = bench;
    this.api = new InboxApi(bench.http(), bench.pipeline().http());
    this.facts = new InboxFacts(bench.topics(), avro);
    this.items = new InboxItems(bench.tables());
    this.poisons = new Poisons(bench.topics());
  }

  @Test
  void shouldSetPublishesAsideThatAreNone() throws Exception {
    Inbox inbox = Inbox.of("poisoned-publishes");
    String key = "poisoned-publishes#DEFAULT#" + ID;
    String before = api.toUsers(inbox, ANN, InboxSamples.message("before", "x"));
    GenericRecord good = publish(inbox, any -> {});
    poisons.undecodable(InboxFacts.PUBLISHES, key, avro.encode(good));

    poisonPublications(inbox);
    poisonPublishes(inbox, key, good);
    String behind = api.toUsers(inbox, ANN, InboxSamples.message("behind", "x"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("inbox.dead-letters");
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(before, behind);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "2/0", "x", "2/0"));
    assertThat(items.all(inbox.publicPk())).isEmpty();
    System.out.println("inbox-poison: publishes=" + poisons.size() + " stored=2");
  }

  private void poisonPublications(Inbox inbox) {
    refused(inbox, "INVALID_KEY", publication -> publication.put("category", "*"));
    refused(inbox, "INVALID_KEY", publication -> publication.put("category", ""));
    refused(inbox, "INVALID_KEY", publication -> publication.put("uids", List.of("$public")));
    refused(inbox, "INVALID_KEY", publication -> publication.put("uids", List.of("ann", "a#b")));
    refused(inbox, "INVALID_KEY", publication -> publication.put("uids", List.of("ann", "")));
    refused(inbox, "INVALID_VALUE", publication -> publication.put("uids", List.of()));
    refused(inbox, "INVALID_VALUE", publication -> publication.put("uids", List.of("a", "a")));
    refused(inbox, "INVALID_VALUE", publication -> publication.put("uids", uids(10_001)));
    refused(inbox, "INVALID_VALUE", publication -> publication.put("expiredat", -1L));
    refused(inbox, "INVALID_VALUE", publication -> publication.put("expiredat", Long.MAX_VALUE));
    refused(
        inbox, "INVALID_VALUE", publication -> publication.put("expiredat", THEN.getEpochSecond()));
    refused(
        inbox,
        "LIMIT_EXCEEDED",
        publication -> {
          publication.put("uids", uids(10_000));
          details(publication).put("body", '"' + "b".repeat(3400) + '"');
        });
  }

  private void poisonPublishes(Inbox inbox, String key, GenericRecord good) {
    append(InboxFacts.PUBLISHES, "poisoned-publishes#other#" + ID, good, "INVALID_KEY");
    append(InboxFacts.PUBLISHES, null, good, "INVALID_KEY");
    append(InboxFacts.PUBLISHES, key, publish(inbox, fact -> fact.put("id", "x")), "INVALID_KEY");
    for (long at : new long[] {-1, 0, Long.MAX_VALUE, Long.MIN_VALUE}) {
      GenericRecord wrong = publish(inbox, fact -> envelope(fact).put("accepted_at", at));
      append(InboxFacts.PUBLISHES, key, wrong, "INVALID_VALUE");
    }
    GenericRecord unknown = facts.published(inbox, THEN, ID, facts.redaction()).build();
    append(InboxFacts.PUBLISHES, key, unknown, "MESSAGE_NOT_FOUND");
  }

  @Test
  void shouldSetEventsAsideThatAreNone() throws Exception {
    Inbox inbox = Inbox.of("poisoned-events");
    String key = inbox.pk("ann");
    String before = api.toUsers(inbox, ANN, InboxSamples.message("before", "x"));
    GenericRecord good = event(inbox, "ann", facts.readMessage(before));
    poisons.undecodable(InboxFacts.EVENTS, key, avro.encode(good));

    append(InboxFacts.EVENTS, inbox.pk("bob"), good, "INVALID_KEY");
    append(InboxFacts.EVENTS, null, good, "INVALID_KEY");
    append(InboxFacts.EVENTS, key, event(inbox, "", facts.tick()), "INVALID_KEY");
    append(InboxFacts.EVENTS, key, event(inbox, "ann", facts.readMessage("x")), "INVALID_KEY");
    append(InboxFacts.EVENTS, key, event(inbox, "ann", facts.expired("x")), "INVALID_KEY");
    append(InboxFacts.EVENTS, key, event(inbox, "ann", facts.redacted("")), "INVALID_KEY");
    poisonNumbers(inbox, key, before);
    GenericRecord everyone = event(inbox, "$public", facts.readMessage(before));
    append(InboxFacts.EVENTS, inbox.publicPk(), everyone, "INVALID_VALUE");
    GenericRecord everyoneUntil = event(inbox, "$public", facts.readUntil(IN_2100));
    append(InboxFacts.EVENTS, inbox.publicPk(), everyoneUntil, "INVALID_VALUE");
    // What concerns nothing changes nothing, and is no dead letter.
    List<String> harmless =
        List.of(
            facts.append(inbox, "ann", THEN, facts.expired(ID)),
            facts.append(inbox, "ann", THEN, facts.redacted(ID)),
            facts.expiry(inbox, "ann", THEN, ID));
    String behind = api.toUsers(inbox, ANN, InboxSamples.message("behind", "x"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("inbox.dead-letters");
    poisons.checkNone("inbox.dead-letters", harmless);
    assertThat(bench.topics().read("inbox.dead-letters"))
        .as("the expiry, once it was passed on")
        .filteredOn(letter -> letter.key().equals(key))
        .allMatch(Poisons::isPoison);
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(before, behind);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "2/0", "x", "2/0"));
    assertThat(items.all(inbox.publicPk())).isEmpty();
    System.out.println("inbox-poison: events=" + poisons.size() + " stored=2");
  }

  private void poisonNumbers(Inbox inbox, String key, String before) {
    delivered(inbox, "INVALID_KEY", "*", IN_2100);
    delivered(inbox, "INVALID_KEY", "a#b", IN_2100);
    delivered(inbox, "INVALID_VALUE", "x", 0);
    delivered(inbox, "INVALID_VALUE", "x", -1);
    delivered(inbox, "INVALID_VALUE", "x", Long.MAX_VALUE);
    for (long until : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1_756_093_980_123L}) {
      GenericRecord wrong = event(inbox, "ann", facts.readUntil(until));
      append(InboxFacts.EVENTS, key, wrong, "INVALID_VALUE");
    }
    for (long at : new long[] {-1, Long.MAX_VALUE}) {
      GenericRecord wrong = event(inbox, "ann", facts.readMessage(before));
      envelope(wrong).put("accepted_at", at);
      append(InboxFacts.EVENTS, key, wrong, "INVALID_VALUE");
    }
  }

  @Test
  void shouldSetCommandsAndExpiriesAsideThatAreNone() throws Exception {
    Inbox inbox = Inbox.of("poisoned-commands");
    String body = InboxSamples.toUsers(ANN, InboxSamples.message("once", "x"));
    api.settings(inbox, "{\"title\":\"t\",\"ttl\":\"30d\"}");
    api.config(inbox, "{\"title\":\"t\",\"description\":\"d\",\"ttl\":{\"default\":\"30d\"}}");
    String id = InboxApi.accepted(api.publish(inbox, "k", body), 1);

    poisonExpiries(inbox, id);
    poisonClaims();
    poisonSettings();
    assertThat(InboxApi.accepted(api.publish(inbox, "k", body), 1)).isEqualTo(id);
    api.settings(inbox, "{\"title\":\"behind\",\"ttl\":\"1d\"}");
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("inbox.dead-letters");
    assertThat(items.ids(inbox, "ann")).containsExactly(id);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "1/0", "x", "1/0"));
    assertThat(items.item(inbox.tenantPk(), "st#tenant_settings").orElseThrow())
        .containsEntry("title", "behind")
        .containsEntry("ttl", "1d");
    System.out.println("inbox-poison: commands=" + poisons.size() + " stored=1");
  }

  private void poisonExpiries(Inbox inbox, String id) {
    GenericRecord expiry = facts.expired(inbox, "ann", THEN, id).build();
    poisons.undecodable(InboxFacts.EXPIRIES, inbox.pk("ann"), avro.encode(expiry));
    append(InboxFacts.EXPIRIES, inbox.pk("bob"), expiry, "INVALID_KEY");
    append(
        InboxFacts.EXPIRIES,
        inbox.pk("ann"),
        facts.expired(inbox, "ann", THEN, "x").build(),
        "INVALID_KEY");
  }

  private void poisonClaims() {
    TopicRecord claim = poisons.newest("inbox.publish-commands", "poisoned-commands#DEFAULT#k");
    poisons.undecodable("inbox.publish-commands", claim.key(), claim.raw().value());
    append("inbox.publish-commands", claim.key() + "2", decoded(claim), "INVALID_KEY");
    GenericRecord digest = decoded(claim);
    digest.put("payload_digest", "no digest");
    append("inbox.publish-commands", claim.key(), digest, "INVALID_VALUE");
    GenericRecord nobody = decoded(claim);
    ((GenericRecord) nobody.get("publication")).put("uids", List.of());
    append("inbox.publish-commands", claim.key(), nobody, "INVALID_VALUE");
  }

  private void poisonSettings() {
    TopicRecord settings =
        poisons.newest("inbox.settings-commands", "t#poisoned-commands#st#tenant_settings");
    poisons.undecodable("inbox.settings-commands", settings.key(), settings.raw().value());
    append(
        "inbox.settings-commands", "t#other#st#tenant_settings", decoded(settings), "INVALID_KEY");
    for (String ttl :
        List.of("", "1h", "30D", "-1d", "1.5d", "30d\n", "0d", "721d", "999999999999999999999d")) {
      GenericRecord wrong = decoded(settings);
      ((GenericRecord) wrong.get("settings")).put("ttl", ttl);
      append("inbox.settings-commands", settings.key(), wrong, "INVALID_VALUE");
    }
    TopicRecord config =
        poisons.newest("inbox.settings-commands", "t#poisoned-commands#si#DEFAULT");
    GenericRecord noDefault = decoded(config);
    ((GenericRecord) noDefault.get("settings")).put("ttl", Map.of("x", "30d"));
    append("inbox.settings-commands", config.key(), noDefault, "INVALID_VALUE");
  }

  @Test
  void shouldSetRecordsAsideThatTheSinkCannotRead() throws Exception {
    Inbox inbox = Inbox.of("poisoned-records");
    api.settings(inbox, "{\"title\":\"t\",\"ttl\":\"30d\"}");
    String own = api.toUsers(inbox, ANN, InboxSamples.message("own"));
    String open = api.toEveryone(inbox, InboxSamples.message("open"));
    api.read(inbox, "ann", own, open);
    bench.pipeline().awaitDrained();

    record("inbox.settings", inbox.tenantPk() + "#st#tenant_settings", "tenant_key");
    record("inbox.messages", inbox.pk("ann") + "#m#" + own, "id");
    record("inbox.receipts", inbox.pk("ann") + "#m#" + open, "uid");
    record("inbox.stats", inbox.pk("ann") + "#c#*", "inbox_key");
    String behind = api.toUsers(inbox, ANN, InboxSamples.message("behind"));
    api.settings(inbox, "{\"title\":\"behind\",\"ttl\":\"30d\"}");
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("inbox.dead-letters");
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(own, open, behind);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "2/2"));
    assertThat(items.item(inbox.tenantPk(), "st#tenant_settings").orElseThrow())
        .containsEntry("title", "behind");
    System.out.println("inbox-poison: records=" + poisons.size() + " stored=3");
  }

  @Test
  void shouldSetMessagesAsideThatNoTableCanHold() throws Exception {
    Inbox inbox = Inbox.of("poisoned-items");
    List<String> bodies =
        List.of(
            '"' + "b".repeat(410_000) + '"',
            "",
            "{broken",
            "[1e126]",
            "[1][",
            "{\"a\":1,\"a\":2}",
            "{\"\":1}",
            "[".repeat(40) + "]".repeat(40));
    for (int i = 0; i < bodies.size(); i++) {
      GenericRecord details = facts.details("poison", bodies.get(i)).build();
      facts.publish(
          inbox, THEN, ID.substring(1) + i, facts.publication(ANN, null, IN_2100, details).build());
    }
    String behind = api.toUsers(inbox, ANN, InboxSamples.message("behind"));
    bench.pipeline().awaitDrained();

    for (TopicRecord record : bench.topics().read("inbox.messages")) {
      if (record.key().startsWith(inbox.pk("ann") + "#m#" + ID.substring(1))) {
        poisons.expect(record.place(), ForgedFacts.again(record), "store", "ITEM_REJECTED");
      }
    }
    assertThat(poisons.size()).isEqualTo(bodies.size());
    poisons.checkOwnDeadLetters("inbox.dead-letters");
    assertThat(items.ids(inbox, "ann")).containsExactly(behind);
    System.out.println("inbox-poison: items=" + poisons.size() + " stored=1");
  }

  private void refused(Inbox inbox, String code, Consumer<GenericRecord> change) {
    GenericRecord fact = publish(inbox, any -> {});
    change.accept((GenericRecord) fact.get("event"));
    append(InboxFacts.PUBLISHES, inbox.tenant() + "#DEFAULT#" + ID, fact, code);
  }

  private GenericRecord publish(Inbox inbox, Consumer<GenericRecord> change) {
    GenericRecord publication =
        facts.publication(ANN, "x", IN_2100, facts.details("poison")).build();
    GenericRecord fact = facts.published(inbox, THEN, ID, publication).build();
    change.accept(fact);
    return fact;
  }

  private void delivered(Inbox inbox, String code, String category, long expiredAt) {
    GenericRecord event = event(inbox, "ann", facts.delivered(ID, category, expiredAt));
    append(InboxFacts.EVENTS, inbox.pk("ann"), event, code);
  }

  private GenericRecord event(Inbox inbox, String uid, GenericRecord event) {
    return facts.event(inbox, uid, THEN, event).build();
  }

  private void append(String topic, @Nullable String key, GenericRecord fact, String code) {
    poisons.append(
        new ProducerRecord<>(topic, key == null ? null : utf8(key), avro.encode(fact)),
        "process",
        code);
  }

  /**
   * Appends records that no sink can read behind the newest of a key.
   *
   * @param part a member that the key implies
   */
  private void record(String topic, String key, String part) {
    TopicRecord good = poisons.newest(topic, key);
    GenericRecord elsewhere = decoded(good);
    elsewhere.put(part, "0BI000000ELSEWHER");
    poisons.unreadable(good);
    poisons.unreadable(good, avro.encode(elsewhere));
  }

  private GenericRecord decoded(TopicRecord record) {
    return avro.decode(record.raw().value());
  }

  private static List<String> uids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "u" + i).toList();
  }

  private static GenericRecord envelope(GenericRecord fact) {
    return (GenericRecord) fact.get("envelope");
  }

  private static GenericRecord details(GenericRecord publication) {
    return (GenericRecord) publication.get("details");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
