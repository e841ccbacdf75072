package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A second generation becomes live while all families have traffic. */
@Tag("storm")
final class PromoteIT {

  private static final String CHANGES = "tributary.generations";
  private static final String PROCESSORS = "tributary-processors";

  /** What processors append that follows from other facts, beside what gateways do. */
  private static final List<String> DERIVED =
      List.of("inbox.publishes", "inbox.events", "tenants.conversation-events");

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.named("PromoteIT");
  private final WholePipeline pipeline = WholePipeline.start(place);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Cluster cluster = new Cluster(pipeline.endpoints());
  private final AvroFiles schemas = new AvroFiles();
  private final Path states = place.stateFolder("replay");
  private final Launcher launcher =
      place.launcher().with(Map.of("TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));

  @AfterEach
  void end() {
    cluster.close();
    topics.close();
    pipeline.close();
  }

  @Test
  void shouldTakeOverWithoutLosingOrDoublingAnything() {
    System.out.println("promote: " + seed);
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
                "120s",
                "--seed",
                Integer.toString(seed.random().nextInt(1_000_000))))) {
      Eventually.await().until(() -> !simulating.isAlive() || topics.length("inbox.events") > 100);
      Completed early = run("replay", "promote");
      assertThat(early.exitCode()).isEqualTo(1);
      assertThat(early.err()).contains("generation 2 is not whole");
      make(2, "--partitions", "12");
      Completed other = run("replay", "run", "--from", "facts", "--partitions", "9");
      assertThat(other.exitCode()).isEqualTo(2);
      assertThat(other.err()).contains("the record topics of generation 2 have 12 partitions");
      promoteWithKills();

      assertThat(simulating.awaitExit()).as(simulating.printed() + simulating.logTail()).isZero();
      assertThat(simulating.printed()).as("no connection is refused").doesNotContain("unreachable");
      System.out.println(simulating.printed());
    }
    DERIVED.forEach(topic -> Simulation.requireNothingTwice(topics, topic));
    assertThat(run("topics", "list", "--output", "json").out())
        .containsPattern("\"g2.devices.readings\".*\"partitions\":12");
    Completed verified = run("verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    startWhileAnotherTakesOver();
    System.out.println("promote: " + seed + ' ' + place.deeds());
  }

  /** Killed at any of its steps, it is gone on with by the same command, or is done. */
  private void promoteWithKills() {
    try (RunningProcess promoting = promoteUntil("taking_over", 2)) {
      promoting.kill();
    }
    awaitProcessors("to rest", 0);
    awaitProcessors("to go on, though nobody tells them to", 1);
    try (RunningProcess promoting = promoteUntil("taking_over", 2)) {
      promoting.freeze();
      awaitProcessors("to rest", 0);
      promoting.kill();
    }
    try (RunningProcess promoting = promoteUntil("live", 2)) {
      if (promoting.isAlive()) {
        promoting.kill();
      }
    }
    Completed promoted = run("replay", "promote", "--generation", "2");
    assertThat(promoted.exitCode()).as(promoted.out() + promoted.err()).isZero();
    assertThat(promoted.out()).contains("generation 2 is live");
  }

  /** Who starts finds that nobody goes on to take over. */
  private void startWhileAnotherTakesOver() {
    make(3);
    try (RunningProcess promoting = promoteUntil("taking_over", 3)) {
      promoting.kill();
      pipeline.process().kill();
    }
    pipeline.startAgain();
    assertThat(run("drained").exitCode()).isZero();
    assertThat(run("replay", "status", "--output", "json").out())
        .contains("\"generation\":2,\"state\":\"live\"", "\"generation\":3,\"state\":\"stands\"");
    Completed promoted = run("replay", "promote");
    assertThat(promoted.exitCode()).as(promoted.out() + promoted.err()).isZero();
    assertThat(promoted.out()).contains("generation 3 is live");
    assertThat(run("drained").exitCode()).isZero();
    assertThat(run("status", "--output", "json").out()).contains("g3.devices.readings");
  }

  private void make(int generation, String... options) {
    List<String> words =
        command("replay", "run", "--from", "facts", "--state-dir", states.toString());
    words.addAll(List.of(options));
    Completed made = launcher.run(words);
    assertThat(made.exitCode()).as(made.out() + made.err()).isZero();
    assertThat(made.out())
        .contains("generation " + generation + " has caught up: tables g" + generation + "-*");
    assertThat(states.resolve("g" + generation + '.' + PROCESSORS)).isDirectory();
  }

  /** Begins to promote, and returns once a change of that kind is in the log. */
  private RunningProcess promoteUntil(String state, int generation) {
    int before = topics.visible(CHANGES).size();
    RunningProcess promoting = launcher.start("replay", command("replay", "promote"));
    Eventually.await("the change to " + state)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                topics.visible(CHANGES).stream()
                    .skip(before)
                    .map(change -> schemas.decode(change.raw().value()))
                    .anyMatch(
                        change ->
                            change.get("generation").equals(generation)
                                && change.get("state").toString().equals(state)));
    return promoting;
  }

  private void awaitProcessors(String what, int least) {
    Eventually.await("the live processors " + what)
        .until(() -> Math.min(1, cluster.members(PROCESSORS)) == least);
  }

  private Completed run(String... words) {
    return launcher.run(command(words));
  }

  private List<String> command(String... words) {
    return new ArrayList<>(pipeline.endpoints().appendedTo(words));
  }
}
