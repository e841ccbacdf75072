package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A second generation becomes live while all families have traffic. */
final class PromoteIT {

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** What processors append that follows from other facts, beside what gateways do. */
  private static final List<String> DERIVED =
      List.of("inbox.publishes", "inbox.events", "tenants.conversation-events");

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.named("PromoteIT");
  private final WholePipeline pipeline = WholePipeline.start(place);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Launcher launcher =
      place.launcher().with(Map.of("TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));

  @AfterEach
  void end() {
    topics.close();
    pipeline.close();
  }

  @Test
  void shouldTakeOverWithoutLosingOrDoublingAnything() {
    System.out.println("promote: " + seed);
    Random random = seed.random();
    try (RunningProcess simulating =
        launcher.start(
            "simulate",
            command(
                "simulate",
                "--http",
                pipeline.http().toString(),
                "--rate",
                "10",
                "--duration",
                "75s",
                "--seed",
                "7"))) {
      await()
          .atMost(LIMIT)
          .until(() -> !simulating.isAlive() || topics.length("inbox.events") > 100);
      Completed early = run("replay", "promote");
      assertThat(early.exitCode()).isEqualTo(1);
      assertThat(early.err()).contains("generation 2 is not whole");
      Completed made = run("replay", "run", "--from", "facts");
      assertThat(made.exitCode()).as(made.out() + made.err()).isZero();
      assertThat(made.out()).contains("generation 2 has caught up: tables g2-*");
      promoteWithKills(random);

      assertThat(simulating.awaitExit(LIMIT))
          .as(simulating.printed() + simulating.logTail())
          .isZero();
      System.out.println(simulating.printed());
    }
    DERIVED.forEach(this::requireNothingTwice);
    assertThat(topics.read("g2.devices.readings")).isNotEmpty();
    pipeline.process().kill();
    pipeline.startAgain();
    assertThat(run("drained").exitCode()).isZero();
    assertThat(run("status", "--output", "json").out()).contains("g2.devices.readings");
    System.out.println("promote: " + seed + ' ' + place.deeds());
  }

  /** Killed anywhere, it is gone on with by the same command, or is done. */
  private void promoteWithKills(Random random) {
    for (int i = 0; i < 2; i++) {
      try (RunningProcess promoting = launcher.start("replay", command("replay", "promote"))) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(2500)));
        if (promoting.isAlive()) {
          promoting.kill();
        }
      }
    }
    Completed promoted = run("replay", "promote", "--generation", "2");
    assertThat(promoted.exitCode()).as(promoted.out() + promoted.err()).isZero();
    assertThat(promoted.out()).contains("generation 2 is live");
  }

  private void requireNothingTwice(String topic) {
    List<String> records = topics.read(topic).stream().map(PromoteIT::content).toList();
    assertThat(records).as(topic).isNotEmpty().doesNotHaveDuplicates();
  }

  private static String content(TopicRecord record) {
    return record.raw().partition()
        + " "
        + record.key()
        + " "
        + record.header("tributary-fact-id")
        + Arrays.toString(record.raw().value());
  }

  private Completed run(String... words) {
    return launcher.run(LIMIT, command(words));
  }

  private List<String> command(String... words) {
    return new ArrayList<>(pipeline.endpoints().appendedTo(words));
  }
}
