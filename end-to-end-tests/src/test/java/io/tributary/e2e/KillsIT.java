package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunStatistic;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traffic of all families while services are killed. */
@Order(1)
@OnRestartablePipeline
final class KillsIT {

  private static final Map<String, String> LONG_SESSION =
      Map.of("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "120000");

  private static final int TIMES = 2;
  private static final int REQUESTS = 300;
  private static final int MOST_BETWEEN_KILLS = 20;
  private static final int STOPS = 3;
  private static final int DAMAGES = 4;
  private static final int KILLS_OF_WHOLE = 4;
  private static final int REQUESTS_OF_WHOLE = 2400;

  private static final String CHANGELOG = "tributary-processors-%s-changelog";
  private static final String RESTORED = "tributary_processors_restored_records";
  private static final int IDS = 1_000_000;
  private static final int INBOXES = 100_000;
  private static final int CHUNK = 20_000;

  private final RestartablePipeline pipeline;

  KillsIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Test
  void shouldStoreAcceptedEventsOnceWhileServicesAreKilled() {
    kill(1);
  }

  @Test
  @Tag("storm")
  void shouldStoreAcceptedEventsOnceWhileOthersTakeOver() {
    kill(2);
  }

  /** A rebalance would make the other instance unready. */
  @Test
  void shouldTakeItsPartitionsBackWithinItsSession() throws IOException {
    pipeline.have(Role.PROCESSORS, 1);
    Instance other = pipeline.services().of(Role.PROCESSORS).get(0);
    HttpProbe http = new HttpProbe(pipeline.statistics());
    Launcher patient = pipeline.place().launcher().with(LONG_SESSION);
    try (Simulation load = pipeline.simulate(REQUESTS / STOPS);
        Instance killed = pipeline.services().beside(Role.PROCESSORS, patient)) {
      killed.launch();
      killed.awaitReady();
      Eventually.await("partitions to be shared")
          .ignoreExceptions()
          .during(Duration.ofSeconds(3))
          .until(() -> isReady(http, other) && isReady(http, killed));
      killed.kill();
      killed.launch();
      CompletableFuture<Void> back = CompletableFuture.runAsync(killed::awaitReady);
      Eventually.await("it to be back")
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                assertThat(isReady(http, other)).isTrue();
                return back.isDone();
              });
      back.join();
      assertThat(isReady(http, killed)).isTrue();
      load.requireExact();
      killed.stop();
    }
    pipeline.check();
  }

  private static boolean isReady(HttpProbe http, Instance instance) throws IOException {
    return http.get(instance.ops().resolve("/health/ready"), Map.of()).status() == 200;
  }

  /** An earlier process has left remembered ids and inboxes in the changelogs. */
  @Test
  void shouldReadTheLastTransactionAloneAfterAKill() throws IOException {
    Workplace place = Workplace.named("large-state");
    try (SplitPipeline services = SplitPipeline.start(place, 1);
        Topics topics = new Topics(services.endpoints())) {
      Instance processors = services.of(Role.PROCESSORS).get(0);
      HttpProbe http = new HttpProbe(place.statistics());
      simulate(services).requireExact();
      processors.stop();
      byte[] inbox = topics.read(CHANGELOG.formatted("inbox.stats-state")).get(0).raw().value();
      fill(topics, "inbox.stats-state", INBOXES, inbox);
      byte[] now = ByteBuffer.allocate(8).putLong(System.currentTimeMillis()).array();
      fill(topics, "devices.readings-seen", IDS, now);
      processors.launch();
      processors.awaitReady();
      assertThat((long) http.metric(processors.ops(), RESTORED))
          .isGreaterThanOrEqualTo(IDS + INBOXES);

      Map<TopicPartition, Long> before = topics.endsOfChangelogs();
      try (Simulation load = simulate(services)) {
        load.awaitMore(MOST_BETWEEN_KILLS);
        processors.kill();
        long last = topics.lastOfChangelogs(before);
        processors.launch();
        processors.awaitReady();
        long restored = (long) http.metric(processors.ops(), RESTORED);
        System.out.printf("%d records restored, %d of the last transaction%n", restored, last);
        assertThat(restored).isLessThanOrEqualTo(last);
        load.requireExact();
      }
    }
  }

  private Simulation simulate(SplitPipeline services) {
    return Simulation.start(
        services.launcher(),
        services.endpoints(),
        services.gateway(),
        pipeline.random(),
        REQUESTS / STOPS);
  }

  private static byte[] digest(int number) {
    return ByteBuffer.allocate(16).putLong(number * 0x9e37_79b9_7f4a_7c15L).putLong(number).array();
  }

  private static void fill(Topics topics, String state, int number, byte[] value) {
    String changelog = CHANGELOG.formatted(state);
    for (int from = 0; from < number; from += CHUNK) {
      topics.appendAll(
          IntStream.range(from, from + CHUNK)
              .mapToObj(each -> new ProducerRecord<>(changelog, digest(each), value))
              .toList());
    }
  }

  /** Each stop is in good order or a kill. */
  @Test
  void shouldRestoreStateThatIsDamagedWhileItIsClosed() throws IOException {
    pipeline.have(Role.PROCESSORS, 1);
    Instance processors = pipeline.services().of(Role.PROCESSORS).get(0);
    for (int stop = 0; stop < STOPS; stop++) {
      try (Simulation load = pipeline.simulate(REQUESTS / STOPS)) {
        load.awaitMore(MOST_BETWEEN_KILLS);
        if (stop == STOPS / 2) {
          processors.kill();
        } else {
          processors.stop();
        }
        for (int damage = 0; damage < DAMAGES; damage++) {
          System.out.println("damaged " + processors.damage(pipeline.random()));
        }
        processors.launch();
        processors.awaitReady();
        load.requireExact();
      }
    }
    pipeline.check();
  }

  /** The load cannot end before the kills: it waits while its gateway is away. */
  private void kill(int instances) {
    pipeline.have(Role.PROCESSORS, instances);
    pipeline.have(Role.SINK, instances);
    long before = pipeline.statistics().of(RunStatistic.KILLED);
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      Kills.ofEach(TIMES, pipeline.services(), load, pipeline.random(), MOST_BETWEEN_KILLS);
      load.requireExact();
    }

    pipeline.check();
    assertThat(pipeline.statistics().of(RunStatistic.KILLED) - before).isEqualTo(3L * TIMES);
  }

  /** Each start of {@code up} gets further than the one before. */
  @Test
  void shouldStartCleanAfterStartsThatWereKilled() {
    List<String> lastLogged =
        List.of(
            "started embedded servers",
            "Kafka answers",
            "created topics",
            "started io.tributary.gateway.kafka.KafkaPublisher",
            "started gateway");
    try (WholePipeline whole =
            WholePipeline.startAfterKills(Workplace.named("killed-starts"), lastLogged);
        Simulation load = Simulation.start(whole, pipeline.random(), REQUESTS)) {
      load.requireExact();
      Simulation.requireAgreement(whole.launcher(), whole.endpoints());
      Completed topics = whole.launcher().run(whole.endpoints().appendedTo("topics", "list"));
      assertThat(topics.out()).contains("devices.batches").doesNotContain("drift");
      assertThat(Launcher.ROOT.resolve("target/class-archives/tributary.jsa")).exists();
    }
  }

  /** {@code up}, with its broker and its DynamoDB. */
  @Test
  @Tag("storm")
  void shouldStoreAcceptedEventsOnceWhileEverythingIsKilled() {
    try (WholePipeline whole = WholePipeline.start(Workplace.named("whole-pipeline-kills"));
        Simulation load = Simulation.start(whole, pipeline.random(), REQUESTS_OF_WHOLE)) {
      for (int kill = 0; kill < KILLS_OF_WHOLE; kill++) {
        load.awaitMore(1 + pipeline.random().nextInt(MOST_BETWEEN_KILLS));
        whole.kill();
        whole.startAgain();
      }
      load.requireExact();
      Simulation.requireAgreement(whole.launcher(), whole.endpoints());
    }
  }
}
