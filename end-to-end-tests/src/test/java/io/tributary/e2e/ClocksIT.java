package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.fault.WrongClock;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.server.Containers;
import io.tributary.harness.store.Cluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Traffic of all families while the clock of one process is wrong, by a day at most. */
@Order(14)
final class ClocksIT {

  private static final int BROKERS = 3;
  private static final int REQUESTS = 100;
  private static final Duration LEAST = Duration.ofMinutes(2);
  private static final Duration MOST = Duration.ofDays(1);

  @Test
  void shouldStayExactAndNameTheWrongClock() {
    Seed seed = Seed.next();
    System.out.println("clocks: " + seed);
    Random random = seed.random();
    try (SplitPipeline services = SplitPipeline.startOnThreeBrokers(Workplace.named("clocks"), 1)) {
      for (Role role : List.of(Role.GATEWAY, Role.PROCESSORS)) {
        replace(services, role, ahead(random), random);
      }
      if (!Containers.areWanted()) {
        replace(services, 1 + random.nextInt(BROKERS), ahead(random), random);
      }
      services.awaitDrained();
      Simulation.requireAgreement(services.launcher(), services.endpoints());
      Eventually.await("the finding to end")
          .untilAsserted(
              () -> assertThat(status(services, services.all())).doesNotContain("the clock of"));
    }
  }

  private static Duration ahead(Random random) {
    long span = MOST.minus(LEAST).toMillis();
    long millis = random.nextInt(3) == 0 ? span : random.nextLong(span);
    return LEAST.plusMillis(millis).multipliedBy(random.nextBoolean() ? 1 : -1);
  }

  private static void replace(SplitPipeline services, Role role, Duration ahead, Random random) {
    Instance right = services.of(role).get(0);
    right.stop();
    try (Instance wrong =
        services.beside(role, services.launcher().with(WrongClock.ahead(ahead)))) {
      wrong.launch();
      wrong.awaitReady();
      URI gateway = role == Role.GATEWAY ? wrong.http() : services.gateway();
      // signed webhooks are refused by another clock than their sender's
      Duration senders = role == Role.GATEWAY ? ahead : Duration.ZERO;
      load(services, gateway, senders, random, role + " is ahead by " + ahead);
      List<Instance> running = new ArrayList<>(services.all());
      running.set(running.indexOf(right), wrong);
      awaitNamed(services, running, role.command() + " at " + wrong.ops());
      wrong.stop();
    }
    right.launch();
    right.awaitReady();
  }

  private static void replace(SplitPipeline services, int broker, Duration ahead, Random random) {
    services.brokers().stop(broker);
    services.brokers().startAgain(broker, WrongClock.ahead(ahead));
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.awaitInSync();
      // until then it leads no partition
      assertThat(cluster.moveLeaders()).isPositive();
    }
    load(
        services,
        services.gateway(),
        Duration.ZERO,
        random,
        "broker " + broker + " is ahead by " + ahead);
    awaitNamed(services, services.all(), "broker " + broker);
    services.brokers().stop(broker);
    services.brokers().startAgain(broker);
  }

  private static void load(
      SplitPipeline services, URI gateway, Duration ahead, Random random, String what) {
    System.out.println(what);
    Launcher senders = services.launcher().with(WrongClock.ahead(ahead));
    try (Simulation load =
        Simulation.start(senders, services.endpoints(), gateway, random, REQUESTS)) {
      load.requireExact();
    }
    services.awaitDrained();
  }

  /** The wrong clock is the only finding. */
  private static void awaitNamed(SplitPipeline services, List<Instance> running, String name) {
    Eventually.await("the clock to be found")
        .untilAsserted(
            () ->
                assertThat(status(services, running))
                    .containsOnlyOnce("clock_wrong")
                    .contains("the clock of " + name + " is"));
  }

  private static String status(SplitPipeline services, List<Instance> running) {
    String addresses =
        running.stream()
            .map(instance -> instance.ops().toString())
            .collect(Collectors.joining(","));
    return services
        .launcher()
        .runInProcess(services.endpoints().appendedTo("status", "--services", addresses))
        .out()
        .replaceAll("\\s*\\n\\s+", " ");
  }
}
