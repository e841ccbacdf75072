package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.ReadinessWatch;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.server.Backend;
import io.tributary.harness.server.Broker;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class KafkaOutageIT {

  /** A request's deadline is 5 s; the rest is for a busy machine. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private static final Duration OUTAGE = Duration.ofSeconds(20);
  private static final int PROBES = 3;

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(KafkaOutageIT.class);
  private final Deeds deeds = place.deeds();
  private final HttpProbe http = HttpProbe.once(deeds);
  private final DevicesOracle oracle = new DevicesOracle();
  private final Broker broker =
      Backend.chosen().broker(place.launcher(), place.freshFolder("broker"));
  private final SplitPipeline pipeline = SplitPipeline.start(place, broker, 1);
  private final DevicesApi api = new DevicesApi(http, pipeline.nextGateway());

  @AfterEach
  void end() {
    pipeline.close();
    broker.close();
  }

  @Test
  void shouldSayUnavailableInsteadOfAcceptingWhatIsNotDurable() throws Exception {
    System.out.println("kafka outage: " + seed);
    String key = api.newKey();
    Fleet fleet = new Fleet(seed.random(), key, 30, 3);
    try (LoadGenerator load =
            new LoadGenerator(
                deeds, pipeline::nextGateway, fleet::next, 4, Duration.ofMillis(100));
        ReadinessWatch gateway = new ReadinessWatch(pipeline.nextGateway())) {
      load.awaitMore(50);
      outage(broker::freeze, broker::thaw, gateway, key);
      load.awaitMore(50);
      outage(broker::stop, broker::startAgain, gateway, key);
      load.awaitMore(50);
      oracle.add(load.finish());
      assertThat(load.slowest()).isLessThan(ANSWER_LIMIT);
      System.out.printf(
          "kafka outage: readiness=%s reasons=%s slowest=%s%n",
          gateway.statuses(), gateway.reasons(), load.slowest());
    }
    assertThat(deeds.of(Deed.ANSWERS_503)).isGreaterThanOrEqualTo(2 * PROBES);
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
    assertThat(deeds.of(Deed.NO_ANSWER)).isZero();
    assertThat(deeds.of(Deed.TIMED_OUT)).isZero();
    checkThatNothingIsLost();
  }

  private void checkThatNothingIsLost() {
    pipeline.awaitDrained();
    try (Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      System.out.printf(
          "kafka outage: %s must-hold=%d stored=%d %s%n",
          seed, oracle.size(), tables.count("device_readings"), deeds);
    }
  }

  /** 20 seconds without a broker, under load. */
  private void outage(Runnable stop, Runnable resume, ReadinessWatch gateway, String key)
      throws IOException {
    URI live = pipeline.nextGateway().resolve("/health/live");
    Instant end = Instant.now().plus(OUTAGE);
    stop.run();
    try {
      for (int i = 0; i < PROBES; i++) {
        oracle.add(List.of(probe(key, i)));
      }
      gateway.awaitUnready();
      assertThat(http.get(live).status()).isEqualTo(200);
      String wrong = Samples.request(Samples.reading("", Samples.DEVICE, "0"));
      assertThat(api.upload(key, wrong).status()).isIn(400, 503);
      Eventually.await().until(() -> Instant.now().isAfter(end));
    } finally {
      resume.run();
    }
    gateway.awaitReady();
  }

  /** One upload; without an acknowledgement it may still have been appended. */
  private Delivery probe(String key, int number) throws IOException {
    String reading = Samples.reading("probe " + number, "02:00:00:00:FF:FF", "3786912600000");
    Upload upload = Fleet.upload(key, List.of(reading), 1);
    Instant sent = Instant.now();
    Answer answer = api.upload(key, upload.body());
    Delivery delivery = new Delivery(upload, answer.status(), answer.body(), sent, Instant.now());
    assertThat(answer.status()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("retry-after")).isPresent();
    assertThat(Duration.between(sent, delivery.settled())).isLessThan(ANSWER_LIMIT);
    return delivery;
  }
}
