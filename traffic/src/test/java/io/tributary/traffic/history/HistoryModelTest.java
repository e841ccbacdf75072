package io.tributary.traffic.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.traffic.RecordedContents;
import io.tributary.traffic.fake.Corruption;
import io.tributary.traffic.fake.FakeRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class HistoryModelTest {

  private static final int SEEDS = 300;
  private static final String LETTERS = "history.dead-letters";

  private final HistoryModel model = new HistoryModel();

  @Test
  void shouldFindNothingInRunsThatAreRight() {
    Map<String, Integer> tally = new TreeMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      FakeRun run = FakeHistory.run(model, seed);
      assertThat(model.violations(run.contents, run.deliveries)).as("seed " + seed).isEmpty();
      model.tally(run.contents).forEach((name, count) -> tally.merge(name, count, Integer::sum));
    }
    System.out.println("history: " + tally);
    assertThat(tally)
        .containsKeys("messages repeated", "flips", "feedback", "waits met", "waits lost");
  }

  @Test
  void shouldReportEveryCorruption() {
    for (int seed = 0; seed < 30; seed++) {
      FakeRun run = FakeHistory.run(model, seed);
      List<RecordedContents> damaged = damaged(run);
      for (int i = 0; i < damaged.size(); i++) {
        assertThat(model.violations(damaged.get(i), run.deliveries))
            .as("seed %s, corruption %s", seed, i)
            .isNotEmpty();
      }
    }
  }

  private static List<RecordedContents> damaged(FakeRun run) {
    Corruption corruption = new Corruption(run.contents);
    List<RecordedContents> damaged = new ArrayList<>();
    damaged.add(corruption.missing("history"));
    damaged.add(corruption.extra("history"));
    damaged.add(corruption.changed("history", "ExpiryTime"));
    damaged.add(corruption.changed("history", "rev"));
    damaged.add(corruption.lost("history.events", run.acknowledged("history.events")));
    for (String topic :
        List.of("history.messages", "history.threads", "history.feedback", LETTERS)) {
      if (!run.contents.topic(topic).isEmpty()) {
        damaged.add(corruption.lost(topic, 0));
        damaged.add(corruption.doubled(topic, 0));
      }
    }
    damaged.add(swappedStates(corruption, run.contents));
    return damaged;
  }

  /** Two states of one thread in each other's places. */
  private static RecordedContents swappedStates(Corruption corruption, RecordedContents whole) {
    List<String> keys =
        whole.topic("history.threads").stream().map(record -> record.key()).toList();
    int last = keys.size() - 1;
    while (keys.indexOf(keys.get(last)) == last) {
      last--;
    }
    return corruption.swapped("history.threads", keys.indexOf(keys.get(last)), last);
  }

  @Test
  void shouldReportAWaitThatHasNotEnded() {
    int open = 0;
    for (int seed = 0; seed < 30; seed++) {
      FakeRun run = FakeHistory.run(model, seed);
      if (run.contents.topic("history.waits").isEmpty()) {
        continue;
      }
      open++;
      RecordedContents late = run.contents.readLater(FakeHistory.later(run));
      assertThat(model.violations(late, run.deliveries))
          .as("seed %s", seed)
          .anyMatch(line -> line.startsWith("history.waits: waits too long"));
    }
    assertThat(open).isPositive();
  }
}
