package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class KafkaOutageIT {

  /** A request's deadline is 5 s; the rest is for a busy machine. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(8);

  private static final int PROBES = 3;

  @Test
  void shouldSayUnavailableInsteadOfAcceptingWhatIsNotDurable() throws Exception {
    Seed seed = Seed.next();
    System.out.println("kafka outage: " + seed);
    Workplace place = Workplace.of(KafkaOutageIT.class);
    Deeds deeds = place.deeds();
    HttpProbe http = new HttpProbe(deeds);
    try (SplitPipeline pipeline = SplitPipeline.start(place, 1);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      DevicesApi api = new DevicesApi(http, pipeline.nextGateway());
      String key = api.newKey();
      Fleet fleet = new Fleet(seed.random(), key, 30, 3);
      DevicesOracle oracle = new DevicesOracle();
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::nextGateway, fleet::next, 4, Duration.ofMillis(100))) {
        Awaitility.await().until(() -> load.settled().size() > 50);
        oracle.add(freezeTheBroker(pipeline, http, key));
        oracle.add(load.finish(Duration.ofSeconds(60)));
      }
      pipeline.awaitDrained();
      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
      assertThat(deeds.of(Deed.NO_ANSWER)).isZero();
      assertThat(deeds.of(Deed.TIMED_OUT)).isZero();
      System.out.printf(
          "kafka outage: %s must-hold=%d stored=%d %s%n",
          seed, oracle.size(), tables.count("device_readings"), deeds);
    }
  }

  private static List<Delivery> freezeTheBroker(SplitPipeline pipeline, HttpProbe http, String key)
      throws IOException {
    DevicesApi api = new DevicesApi(http, pipeline.nextGateway());
    URI live = pipeline.nextGateway().resolve("/health/live");
    URI ready = pipeline.nextGateway().resolve("/health/ready");
    String wrong = Samples.request(Samples.reading("", Samples.DEVICE, "0"));
    List<Delivery> unconfirmed = new ArrayList<>();
    pipeline.broker().freeze();
    try {
      for (int i = 0; i < PROBES; i++) {
        Delivery probe = probe(api, key, i);
        assertThat(probe.status()).as(probe.answer()).isEqualTo(503);
        assertThat(Duration.between(probe.firstSent(), probe.settled())).isLessThan(ANSWER_LIMIT);
        unconfirmed.add(probe);
      }
      assertThat(http.get(live).status()).isEqualTo(200);
      Answer unready = http.get(ready);
      assertThat(unready.status()).as(unready.body()).isEqualTo(503);
      assertThat(unready.json().get("reasons")).isNotEmpty();
      assertThat(api.upload(key, wrong).status()).isIn(400, 503);
    } finally {
      pipeline.broker().thaw();
    }
    Awaitility.await("to be ready again")
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get(ready).status() == 200);
    return unconfirmed;
  }

  /** One upload; without an acknowledgement it may still have been appended. */
  private static Delivery probe(DevicesApi api, String key, int number) throws IOException {
    String reading = Samples.reading("probe " + number, "02:00:00:00:FF:FF", "3786912600000");
    Upload upload = Fleet.upload(key, List.of(reading), 1);
    Instant sent = Instant.now();
    Answer answer = api.upload(key, upload.body());
    assertThat(answer.headers().firstValue("retry-after")).isPresent();
    return new Delivery(upload, answer.status(), answer.body(), sent, Instant.now());
  }
}
