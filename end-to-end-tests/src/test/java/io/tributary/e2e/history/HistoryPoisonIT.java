package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Poisons;
import io.tributary.harness.store.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What nobody can process or store is set aside, and what is behind it goes on. */
@OnSharedPipeline
final class HistoryPoisonIT {

  private static final Instant THEN = Instant.parse("2099-01-01T00:00:00Z");

  private final Bench bench;
  private final AvroFiles avro = new AvroFiles();
  private final HistoryEvents events;
  private final HistoryItems items;
  private final Poisons poisons;

  HistoryPoisonIT(Bench bench) {
    this.bench = bench;
    this.events = new HistoryEvents(bench.topics(), avro);
    this.items = new HistoryItems(bench.tables());
    this.poisons = new Poisons(bench.topics());
  }

  @Test
  void shouldSetFactsAsideThatAreNone() {
    ThreadId thread = ThreadId.of("poisoned", "facts");
    events.append(thread, THEN, events.user("before", 4070908700001L, "before"));
    byte[] good = fact(thread, events.user("poison", 4070908700002L, "poison"), any -> {});

    poisons.undecodable(HistoryEvents.TOPIC, thread.pk(), good);
    fact(thread.other("another key").pk(), good, "INVALID_KEY");
    fact(null, good, "INVALID_KEY");
    fact(thread.userPk(), good, "INVALID_KEY");
    refused(thread, "INVALID_VALUE", fact -> fact.put("life_seconds", 0L));
    refused(thread, "INVALID_VALUE", fact -> fact.put("temporary_life_seconds", -1L));
    refused(thread, "INVALID_VALUE", fact -> envelope(fact).put("accepted_at", -1L));
    refused(thread, "INVALID_VALUE", fact -> envelope(fact).put("accepted_at", Long.MAX_VALUE));
    refused(thread, "INVALID_VALUE", fact -> event(fact).put("timestamp", 999_999_999_999L));
    refused(thread, "INVALID_VALUE", fact -> event(fact).put("timestamp", 10_000_000_000_000L));
    refused(thread, "INVALID_KEY", fact -> event(fact).put("message_id", "a#b"));
    refused(thread, "INVALID_KEY", fact -> event(fact).put("message_id", ""));
    refused(thread, "INVALID_KEY", fact -> event(fact).put("message_id", "x".repeat(129)));
    refused(new ThreadId("org#1", "t", "u", "t"), "INVALID_KEY", any -> {});
    refused(new ThreadId("org1", "", "u", "t"), "INVALID_KEY", any -> {});
    refused(new ThreadId("org1", null, "\u00fc", "t"), "INVALID_KEY", any -> {});
    events.append(thread, THEN, events.user("behind", 4070908700003L, "behind"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("history.dead-letters");
    assertThat(contents(thread)).containsExactly("before", "behind");
    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(HistoryItems.json("{\"user_message_count\":2}"));
    System.out.println("history-poison: facts=" + poisons.size() + " stored=2");
  }

  @Test
  void shouldSetRecordsAsideThatTheSinkCannotRead() {
    ThreadId thread = ThreadId.of("poisoned", "records");
    events.append(thread, THEN, events.user("before", 4070908700001L, "before"));
    bench.pipeline().awaitDrained();

    for (String topic : List.of("history.messages", "history.threads")) {
      TopicRecord good = newest(topic, thread);
      poisons.unreadable(good);
      GenericRecord elsewhere = avro.decode(good.raw().value());
      elsewhere.put("thread_id", "another than the key says");
      poisons.unreadable(good, avro.encode(elsewhere));
    }
    events.append(thread, THEN, events.user("behind", 4070908700002L, "behind"));
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters("history.dead-letters");
    assertThat(contents(thread)).containsExactly("before", "behind");
    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(HistoryItems.json("{\"user_message_count\":2}"));
    System.out.println("history-poison: records=" + poisons.size() + " stored=2");
  }

  @Test
  void shouldSetMessagesAsideThatNoTableCanHold() {
    ThreadId thread = ThreadId.of("poisoned", "items");
    List<Object> contents =
        List.of(
            "x".repeat(410_000),
            events.structured("{broken"),
            events.structured(""),
            events.structured("[1e126]"),
            events.structured("[1]["),
            events.structured("{\"a\":1,\"a\":2}"),
            events.structured("{\"\":1}"),
            events.structured("[" + "1".repeat(39) + "]"),
            events.structured("[".repeat(40) + "]".repeat(40)));
    for (int i = 0; i < contents.size(); i++) {
      events.append(
          thread,
          THEN,
          events.message("ASSISTANT", "poison " + i, 4070908700000L + i, contents.get(i)).build());
    }
    events.append(thread, THEN, events.user("behind", 4070908700099L, "behind"));
    bench.pipeline().awaitDrained();

    for (TopicRecord record : bench.topics().read("history.messages")) {
      if (record.key().startsWith(thread.pk() + "#LLM#")) {
        poisons.expect(record.place(), produced(record), "store", "ITEM_REJECTED");
      }
    }
    assertThat(poisons.size()).isEqualTo(9);
    poisons.checkOwnDeadLetters("history.dead-letters");
    assertThat(contents(thread)).containsExactly("behind");
    System.out.println("history-poison: items=" + poisons.size() + " stored=1");
  }

  private void refused(ThreadId thread, String code, Consumer<GenericRecord> change) {
    byte[] value = fact(thread, events.user("poison", 4070908700002L, "poison"), change);
    fact(thread.pk(), value, code);
  }

  private void fact(@Nullable String key, byte[] value, String code) {
    poisons.append(
        new ProducerRecord<>(HistoryEvents.TOPIC, key == null ? null : utf8(key), value),
        "process",
        code);
  }

  private byte[] fact(ThreadId thread, GenericRecord event, Consumer<GenericRecord> change) {
    GenericRecord fact = events.fact(thread, THEN, event).build();
    change.accept(fact);
    return avro.encode(fact);
  }

  private TopicRecord newest(String topic, ThreadId thread) {
    List<TopicRecord> records =
        bench.topics().read(topic).stream()
            .filter(record -> (record.key() + "#").startsWith(thread.pk() + "#"))
            .toList();
    return records.get(records.size() - 1);
  }

  private List<Object> contents(ThreadId thread) {
    return items.messages(thread).stream()
        .map(item -> Objects.requireNonNull(item.get("content")))
        .toList();
  }

  private static ProducerRecord<byte[], byte[]> produced(TopicRecord record) {
    return new ProducerRecord<>(
        record.raw().topic(),
        record.raw().partition(),
        record.raw().key(),
        record.raw().value(),
        record.raw().headers());
  }

  private static GenericRecord envelope(GenericRecord fact) {
    return (GenericRecord) fact.get("envelope");
  }

  private static GenericRecord event(GenericRecord fact) {
    return (GenericRecord) fact.get("event");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
