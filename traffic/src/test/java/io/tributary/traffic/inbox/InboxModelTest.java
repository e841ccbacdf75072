package io.tributary.traffic.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.traffic.generator.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class InboxModelTest {

  private static final int SEEDS = 300;
  private static final int FAULTY_SEEDS = 20;

  @Test
  void shouldFindNothingWhereNothingIsWrong() {
    Map<String, Integer> tally = new TreeMap<>();
    InboxModel model = new InboxModel();
    for (int seed = 0; seed < SEEDS; seed++) {
      ScriptedRun run = new ScriptedRun(seed);
      assertThat(run.violations()).as("seed " + seed).isEmpty();
      model.tally(run.log).forEach((name, count) -> tally.merge(name, count, Integer::sum));
    }
    assertThat(tally)
        .containsKeys("publishes", "keyed publishes", "repeated keys", "reused keys", "settings")
        .containsKeys("messages", "public messages", "waits", "waits met", "marks")
        .containsKeys("reads", "receipts", "repeated reads", "reads ahead", "marks no higher")
        .containsKeys("reads of removed messages", "redactions", "redactions of nothing")
        .containsKeys("public redactions", "receipts redacted")
        .allSatisfy((name, count) -> assertThat(count).as(name).isGreaterThan(SEEDS / 4));
  }

  @Test
  void shouldSendTheSameForTheSameSeed() {
    assertThat(new ScriptedRun(7).deliveries).isEqualTo(new ScriptedRun(7).deliveries);
    assertThat(new ScriptedRun(7).deliveries).isNotEqualTo(new ScriptedRun(8).deliveries);
  }

  /**
   * A fault of a pipeline.
   *
   * @param line part of the violation that must tell of it
   * @param deed spoils a run; false where there is nothing to be spoiled
   */
  private record Fault(String name, String line, Predicate<ScriptedRun> deed) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Fault> faults() {
    return Stream.concat(faultsOfTheLog(), faultsOfItems());
  }

  private static Stream<Fault> faultsOfTheLog() {
    return Stream.of(
        new Fault(
            "settings lost",
            "acknowledged, not in the log",
            run -> run.lose("inbox.settings-commands")),
        new Fault("command lost", "answered otherwise", run -> run.lose("inbox.publish-commands")),
        new Fault("publish lost", "acknowledged, not in the log", ScriptedRun::losePublish),
        new Fault("read lost", "acknowledged, not in the log", run -> run.loseEvent("ReadMessage")),
        new Fault("mark lost", "acknowledged, not in the log", run -> run.loseEvent("ReadUntil")),
        new Fault(
            "claim not published", "publishes under a key: missing", ScriptedRun::loseClaimed),
        new Fault("claim published twice", "published twice", ScriptedRun::repeatClaimed),
        new Fault(
            "recipient missed", "events of publishes", run -> run.loseEvent("DeliveredMessage")),
        new Fault(
            "redaction missed", "events of publishes", run -> run.loseEvent("RedactedMessage")),
        new Fault(
            "delivered twice",
            "events of publishes",
            run -> run.repeatEvent("inbox.events", "DeliveredMessage")),
        new Fault("other id", "answered otherwise", ScriptedRun::answerOtherId),
        new Fault(
            "key not ours", "the key was not another's", run -> run.answer(Verdict.ACCEPTED, 422)),
        new Fault(
            "accepted though wrong",
            "accepted though wrong",
            run -> run.answer(Verdict.REFUSED, 202)),
        new Fault(
            "refused though right",
            "refused though right",
            run -> run.answer(Verdict.ACCEPTED, 400)),
        new Fault("record lost", "records: missing", run -> run.loseStates("inbox.receipts")),
        new Fault("record doubled", "rev 1 after 1", run -> run.repeat("inbox.stats")),
        new Fault("records swapped", "rev 1 after 2", run -> run.swapStates("inbox.messages")));
  }

  private static Stream<Fault> faultsOfItems() {
    return Stream.of(
        new Fault("counted twice", "records: [", ScriptedRun::countTwice),
        new Fault("counter off", "inbox: [", run -> run.change("c#", "published", 77)),
        new Fault("read counter off", "inbox: [", run -> run.change("c#", "read", 77)),
        new Fault("stale rev", "has rev 1, its record 2", run -> run.change("m#", "rev", 1)),
        new Fault("item missing", "inbox: missing", run -> run.loseItem("m#")),
        new Fault("counter missing", "inbox: missing", run -> run.loseItem("c#")),
        new Fault("settings missing", "inbox: missing", run -> run.loseItem("s")),
        new Fault("item extra", "inbox: extra", ScriptedRun::addItem),
        new Fault(
            "letter missing", "inbox.dead-letters: missing", run -> run.lose("inbox.dead-letters")),
        new Fault(
            "letter doubled", "inbox.dead-letters: twice", run -> run.repeat("inbox.dead-letters")),
        new Fault("wait missing", "inbox.waits: missing", run -> run.lose("inbox.waits")),
        new Fault("wait left", "still waiting", InboxModelTest::letTimePass));
  }

  private static boolean letTimePass(ScriptedRun run) {
    run.log.readAt = Instant.parse("2100-01-01T00:00:00Z");
    return !run.log.topic("inbox.waits").isEmpty();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void shouldFind(Fault fault) {
    int spoiled = 0;
    for (int seed = 0; seed < FAULTY_SEEDS; seed++) {
      ScriptedRun run = new ScriptedRun(seed);
      if (fault.deed.test(run)) {
        spoiled++;
        assertThat(run.violations()).as("seed " + seed).anyMatch(line -> line.contains(fault.line));
      }
    }
    assertThat(spoiled).as("spoiled runs").isGreaterThan(FAULTY_SEEDS / 3);
  }
}
