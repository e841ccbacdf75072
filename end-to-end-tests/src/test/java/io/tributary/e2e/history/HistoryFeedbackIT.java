package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.TopicRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Feedback behind its message, before it, and without one. */
@OnSharedPipeline
final class HistoryFeedbackIT {

  private final Bench bench;
  private final HistoryApi api;
  private final HistoryItems items;

  HistoryFeedbackIT(Bench bench) {
    this.bench = bench;
    this.api = new HistoryApi(bench.http(), bench.pipeline().http());
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

  private List<String> opinions(ThreadId thread) {
    return items.messages(thread).stream()
        .map(item -> item.get("SKMessage") + " " + item.get("verso") + " " + item.get("feedback"))
        .toList();
  }

  private List<TopicRecord> letters(ThreadId thread) {
    return recordsOf("history.dead-letters", thread);
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
}
