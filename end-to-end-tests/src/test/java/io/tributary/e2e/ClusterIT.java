package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.server.Brokers;
import io.tributary.harness.store.Cluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Traffic of all families on three brokers, of which some are away. */
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClusterIT {

  private static final int BROKERS = 3;
  private static final int KILLS = 6;
  private static final int CONTROLLER_KILLS = 2;
  private static final int MOVES = 4;
  private static final int REQUESTS = 300;
  private static final int MANY_REQUESTS = 3000;
  private static final Duration SLEEP = Duration.ofSeconds(20);
  private static final String EVENT =
      """
      {"org_id":"cluster","tenant_id":"t","user_id":"u%d","thread_id":"t1","title":"unavailable"}""";

  private final Random random;
  private @Nullable SplitPipeline shared;
  private long accepted;
  private long refused;
  private int killed;

  private interface Disturbance {
    void of(Simulation load, Brokers brokers, Cluster cluster) throws Exception;
  }

  ClusterIT() {
    Seed seed = Seed.next();
    System.out.println("three brokers: " + seed);
    random = seed.random();
  }

  /** The pipeline of the long tests. */
  private SplitPipeline services() {
    SplitPipeline services = shared;
    if (services == null) {
      services = SplitPipeline.startOnThreeBrokers(Workplace.of(ClusterIT.class), 1);
      shared = services;
    }
    return services;
  }

  @AfterAll
  void close() {
    System.out.printf(
        "three brokers: killed=%d requests=%d accepted=%d refused-503=%d%n",
        killed, accepted + refused, accepted, refused);
    if (shared != null) {
      shared.close();
    }
  }

  /** {@code up} starts the broker again, and its topics have a replica on each. */
  @Test
  void shouldStoreAcceptedEventsOnceWhileABrokerIsKilled() throws Exception {
    try (WholePipeline whole = WholePipeline.startOnThreeBrokers(Workplace.named("up-cluster"));
        Cluster cluster = new Cluster(whole.endpoints());
        Simulation load = Simulation.start(whole, random, REQUESTS)) {
      load.awaitMore(20);
      whole.brokerProcess(1 + random.nextInt(BROKERS)).destroyForcibly();
      killed++;
      load.requireExact();
      count(load);
      cluster.awaitInSync();
      assertThat(cluster.sizes(List.of("devices.batches", "inbox.events", "tributary.meta")))
          .containsExactlyInAnyOrder(List.of(3, 3), List.of(1, 3));
      Simulation.requireAgreement(whole.launcher(), whole.endpoints());
    }
  }

  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldLoseNothingWhileOneBrokerAfterAnotherIsKilled() throws Exception {
    disturb(
        (load, brokers, cluster) -> {
          for (int kill = 0; kill < KILLS; kill++) {
            killAndStart(load, brokers, 1 + random.nextInt(BROKERS));
            cluster.awaitInSync();
          }
        });
  }

  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldLoseNothingWhileTheControllerIsKilled() throws Exception {
    disturb(
        (load, brokers, cluster) -> {
          for (int kill = 0; kill < CONTROLLER_KILLS; kill++) {
            int leader = cluster.controller();
            killAndStart(load, brokers, leader);
            cluster.awaitInSync();
            assertThat(cluster.controller()).isNotEqualTo(leader);
          }
        });
  }

  private void killAndStart(Simulation load, Brokers brokers, int broker) {
    load.awaitMore(1 + random.nextInt(20));
    brokers.kill(broker);
    killed++;
    load.awaitMore(20);
    brokers.startAgain(broker);
  }

  /** Two of three are no majority, and no two replicas. */
  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldSayUnavailableWithinItsDeadlineWhileTwoBrokersAreAway() throws Exception {
    disturb(
        (load, brokers, cluster) -> {
          load.awaitMore(20);
          List<Integer> victims = List.of(1 + random.nextInt(2), 3);
          victims.forEach(brokers::kill);
          killed += victims.size();
          requireUnavailable();
          victims.parallelStream().forEach(brokers::startAgain);
          load.awaitMore(20);
        });
  }

  /** Users of several partitions get the answer. */
  private void requireUnavailable() throws IOException {
    HttpProbe http = HttpProbe.once(new RunStatistics());
    URI titles = services().gateway().resolve("/v1/history/threads");
    Map<String, String> token = Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
    for (int user = 0; user < BROKERS; user++) {
      assertThat(http.post(titles, token, EVENT.formatted(user)).status()).isEqualTo(503);
    }
  }

  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldLoseNothingWhileABrokerSleeps() throws Exception {
    disturb(
        (load, brokers, cluster) -> {
          load.awaitMore(20);
          int sleeper = 1 + random.nextInt(BROKERS);
          brokers.freeze(sleeper);
          try {
            Eventually.await().pollDelay(SLEEP).until(() -> true);
            load.awaitMore(20);
          } finally {
            brokers.thaw(sleeper);
          }
          load.awaitMore(20);
          cluster.awaitInSync();
        });
  }

  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldKeepOrderWhileLeadersMove() throws Exception {
    disturb(
        (load, brokers, cluster) -> {
          for (int move = 0; move < MOVES; move++) {
            load.awaitMore(50);
            assertThat(cluster.moveLeaders()).isPositive();
            cluster.awaitInSync();
          }
        });
  }

  @Test
  @Tag("storm")
  @Tag("cluster")
  void shouldLoseNothingInARollingRestart() throws Exception {
    SplitPipeline services = services();
    services.add(Role.PROCESSORS);
    services.add(Role.SINK);
    disturb(
        (load, brokers, cluster) -> {
          for (int broker = 1; broker <= BROKERS; broker++) {
            load.awaitMore(20);
            brokers.stop(broker);
            load.awaitMore(20);
            brokers.startAgain(broker);
            cluster.awaitInSync();
          }
          for (Instance instance : services.all()) {
            load.awaitMore(20);
            instance.stop();
            instance.launch();
            instance.awaitReady();
          }
        });
  }

  /** Fails unless all that was accepted meanwhile is stored, once, and in order. */
  private void disturb(Disturbance disturbance) throws Exception {
    SplitPipeline services = services();
    try (Cluster cluster = new Cluster(services.endpoints());
        Simulation load =
            Simulation.start(
                services.launcher(),
                services.endpoints(),
                services.gateway(),
                random,
                MANY_REQUESTS)) {
      disturbance.of(load, services.brokers(), cluster);
      load.requireExact();
      count(load);
      cluster.awaitInSync();
    }
    services.awaitDrained();
    Simulation.requireAgreement(services.launcher(), services.endpoints());
  }

  private void count(Simulation load) {
    accepted += load.accepted();
    refused += load.refused();
  }
}
