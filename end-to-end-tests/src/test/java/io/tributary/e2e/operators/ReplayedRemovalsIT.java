package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replays bring back nothing that was removed meanwhile, or has expired since. */
@Tag("storm")
final class ReplayedRemovalsIT {

  private static final int SECONDS = 25;
  private static final int OTHERS = 60;
  private static final int REMOVED = 3;

  private final Workplace place = Workplace.named(ReplayedRemovalsIT.class.getSimpleName());
  private final WholePipeline pipeline =
      WholePipeline.start(
          place, place.launcher().with(Map.of("TRIBUTARY_HISTORY_TEMPORARY_TTL", "2s")));
  private final SampleTraffic traffic =
      new SampleTraffic(new HttpProbe(place.statistics()), pipeline.http());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final List<String> messages = new ArrayList<>();

  @AfterEach
  void end() {
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldBringBackNothingThatIsRemovedMeanwhile() throws Exception {
    traffic.tenant();
    // those that are removed come last, so that the replay has not come to them
    for (int i = 0; i < OTHERS; i++) {
      make("kept-" + i);
    }
    messages.clear();
    for (int i = 0; i < REMOVED; i++) {
      make("gone-" + i);
    }
    pipeline.awaitDrained();
    assertThat(removable()).hasSize(3 * REMOVED);

    try (RunningProcess replay = pipeline.launcher().start("replay", slowReplay());
        Cluster cluster = new Cluster(pipeline.endpoints())) {
      Eventually.await("the replay to have begun")
          .until(() -> cluster.committed("tributary-replay-tables.plan") > 0);
      remove();
      Eventually.await("the sink to have removed them").until(() -> removable().isEmpty());
      assertThat(replay.isAlive()).as("replays while others remove").isTrue();
      assertThat(replay.awaitExit()).isZero();
    }
    assertThat(removable()).isEmpty();
    run("verify");
  }

  private void make(String name) throws IOException {
    traffic.user(name);
    traffic.reply(name, "reply-" + name);
    messages.add(traffic.publish("\"kind\":\"users\",\"uids\":[\"ada\"]"));
  }

  private void remove() throws IOException {
    for (int i = 0; i < REMOVED; i++) {
      traffic.removeUser("gone-" + i);
      traffic.clear("gone-" + i);
      traffic.redact(messages.get(i));
    }
  }

  /** Sort keys of the items that are to be removed, and are still there. */
  private Set<String> removable() {
    return Stream.of("tenants", "conversations", "inbox")
        .flatMap(table -> tables.whole(table).keySet().stream())
        .map(key -> key.get(1).toString())
        .filter(
            sk -> sk.contains("gone-") || messages.stream().anyMatch(id -> sk.equals("m#" + id)))
        .collect(Collectors.toSet());
  }

  /** Where items are as they should be, a write is refused, which takes one unit. */
  private List<String> slowReplay() {
    long records =
        run("replay", "plan", "--output", "json")
            .out()
            .lines()
            .map(Answer::parse)
            .filter(line -> line.has("minutes"))
            .mapToLong(sum -> sum.path("records").asLong())
            .sum();
    String limit = Long.toString(Math.max(1, records / SECONDS));
    return pipeline.endpoints().appendedTo("replay", "run", "--limit", limit);
  }

  private Completed run(String... command) {
    return run(0, command);
  }

  private Completed run(int exitCode, String... command) {
    Completed done = pipeline.launcher().run(pipeline.endpoints().appendedTo(command));
    assertThat(done.exitCode()).as(done.command() + done.out() + done.err()).isEqualTo(exitCode);
    return done;
  }
}
