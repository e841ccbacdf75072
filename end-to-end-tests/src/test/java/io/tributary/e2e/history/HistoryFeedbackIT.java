package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Feedback behind its message, before it, and without one. */
@OnSharedPipeline
final class HistoryFeedbackIT {

  private final Bench bench;
  private final HistoryApi api;
  private final AvroFiles avro = new AvroFiles();
  private final HistoryEvents events;
  private final HistoryItems items;

  HistoryFeedbackIT(Bench bench) {
    this.bench = bench;
    this.api = new HistoryApi(bench.http(), bench.pipeline().http());
    this.events = new HistoryEvents(bench.topics(), avro);
    this.items = new HistoryItems(bench.tables());
  }

  @Test
  void shouldKeepFeedbackThatComesBeforeItsMessage() throws Exception {
    ThreadId thread = ThreadId.of("early", "t");
    api.feedback(thread, HistorySamples.feedback("m", "\"down\"", "\"too early\""));
    api.feedback(thread, HistorySamples.feedback("m", "\"up\""));
    // Another role's or message's arrival, and another thread's, are not what it waits for.
    api.message(thread, HistorySamples.user("other", 1767225600001L, "not it"));
    api.message(thread.other("u"), HistorySamples.assistant("m", 1767225600002L, "not it"));

    Completed waiting = drained("3");
    assertThat(waiting.exitCode()).as(waiting.out() + waiting.err()).isEqualTo(3);
    Eventually.await("nothing but the feedback to be left")
        .until(() -> drained("1").out().strip().matches("lag waits history\\.waits [2-9]"));
    assertThat(items.messages(thread)).extracting(item -> item.get("verso")).containsOnlyNulls();

    api.message(thread, HistorySamples.assistant("m", 1767225600003L, "here it is"));
    Completed applied = drained("60");

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    assertThat(opinions(thread)).containsExactly("LLM#m up too early", "MSG#other null null");
    assertThat(opinions(thread.other("u"))).containsExactly("LLM#m null null");
    assertThat(letters(thread)).isEmpty();
    assertThat(items.thread(thread).orElseThrow().get("SKTimestampThread"))
        .isEqualTo("THREAD#1767225600003#t");
    System.out.println("history-early-feedback: drained exit codes 3, 0");
  }

  @Test
  void shouldSetAsideFeedbackWhoseMessageNeverComes() throws Exception {
    ThreadId thread = ThreadId.of("never", "quiet");
    Instant accepted = Instant.now().minusSeconds(660);
    ProducerRecord<byte[], byte[]> record =
        events.record(
            thread.pk(),
            events.fact(thread, accepted, events.feedback("lost", "UP", "to nobody")).build());
    record.headers().add("x-original", "kept".getBytes(StandardCharsets.UTF_8));
    String origin = bench.topics().append(record);

    Eventually.await("the end of the wait")
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> !letters(thread).isEmpty());

    TopicRecord letter = only(letters(thread));
    assertThat(letter.header("tributary-code")).hasValue("MESSAGE_NOT_FOUND");
    assertThat(letter.header("tributary-stage")).hasValue("process");
    assertThat(letter.header("tributary-origin")).hasValue(origin);
    assertThat(letter.header("tributary-reason").orElse("")).isNotBlank();
    assertThat(letter.raw().value()).isEqualTo(record.value());
    record
        .headers()
        .forEach(
            header ->
                assertThat(letter.header(header.key()))
                    .hasValue(new String(header.value(), StandardCharsets.UTF_8)));
    List<TopicRecord> log = recordsOf("history.events", thread);
    assertThat(log).extracting(this::kind).containsExactly("PostedFeedback", "ClockTick");
    GenericRecord tick = (GenericRecord) avro.decode(log.get(1).raw().value()).get("envelope");
    assertThat(tick.get("caller")).hasToString("stream-processors");
    assertThat(drained("30").exitCode()).isZero();

    api.message(thread, HistorySamples.assistant("lost", 1767225600003L, "too late"));
    assertThat(drained("60").exitCode()).isZero();
    assertThat(opinions(thread)).containsExactly("LLM#lost null null");
    assertThat(letters(thread)).hasSize(1);
    System.out.println("history-lost-feedback: ticks=1 dead-lettered=1 drained exit code 0");
  }

  private List<String> opinions(ThreadId thread) {
    return items.messages(thread).stream()
        .map(item -> item.get("SKMessage") + " " + item.get("verso") + " " + item.get("feedback"))
        .toList();
  }

  private List<TopicRecord> letters(ThreadId thread) {
    return recordsOf("history.dead-letters", thread);
  }

  private String kind(TopicRecord fact) {
    return ((GenericRecord) avro.decode(fact.raw().value()).get("event")).getSchema().getName();
  }

  private List<TopicRecord> recordsOf(String topic, ThreadId thread) {
    return bench.topics().read(topic).stream()
        .filter(record -> (record.key() + "#").startsWith(thread.pk() + "#"))
        .toList();
  }

  private Completed drained(String seconds) {
    return bench
        .pipeline()
        .launcher()
        .runInProcess(bench.pipeline().endpoints().appendedTo("drained", "--timeout", seconds));
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }
}
