package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A second generation becomes live while all families have traffic. */
@Tag("storm")
final class PromoteIT {

  private static final String PROCESSORS = "tributary-processors";
  private static final List<Role> STOPPED = List.of(Role.PROCESSORS, Role.SINK);

  /** What processors append that follows from other facts, beside what gateways do. */
  private static final List<String> DERIVED =
      List.of("inbox.publishes", "inbox.events", "tenants.conversation-events");

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.named("PromoteIT");
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Cluster cluster = new Cluster(pipeline.endpoints());
  private final Path states = place.stateFolder("replay");
  private final HttpProbe http = HttpProbe.once(place.statistics());
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
                pipeline.gateway().toString(),
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
      stopped().forEach(Instance::stop);
      promote();
      stopped().forEach(Instance::launch);
      stopped().forEach(Instance::awaitReady);
      restartGateway();

      assertThat(simulating.awaitExit()).as(simulating.printed() + simulating.logTail()).isZero();
      System.out.println(simulating.printed());
    }
    DERIVED.forEach(topic -> Simulation.requireNothingTwice(topics, topic));
    assertThat(run("topics", "list", "--output", "json").out())
        .containsPattern("\"g2.devices.readings\".*\"partitions\":12");
    Completed verified = run("verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    System.out.println("promote: " + seed + ' ' + place.statistics());
  }

  /** Killed while it keeps the processors out, it is done by the same command. */
  private void promote() {
    try (RunningProcess promoting = launcher.start("replay", command("replay", "promote"))) {
      Eventually.await("the promotion to hold the group")
          .until(() -> !promoting.isAlive() || cluster.members(PROCESSORS) > 0);
      promoting.kill();
    }
    Completed promoted = run("replay", "promote", "--generation", "2");
    assertThat(promoted.exitCode()).as(promoted.out() + promoted.err()).isZero();
    assertThat(promoted.out()).contains("generation 2 is live");
  }

  /** It goes on accepting facts, and says that it is to be restarted. */
  private void restartGateway() {
    Instance gateway = pipeline.of(Role.GATEWAY).get(0);
    Eventually.await("the gateway to notice")
        .until(() -> http.metric(gateway.ops(), "tributary_gateway_generation_replaced") == 1);
    gateway.stop();
    gateway.launch();
    gateway.awaitReady();
  }

  private List<Instance> stopped() {
    return STOPPED.stream().flatMap(role -> pipeline.of(role).stream()).toList();
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

  private Completed run(String... words) {
    return launcher.run(command(words));
  }

  private List<String> command(String... words) {
    return new ArrayList<>(pipeline.endpoints().appendedTo(words));
  }
}
