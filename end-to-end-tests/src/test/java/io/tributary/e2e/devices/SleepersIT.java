package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class SleepersIT {

  /** The session time-out of the tests is 6 s. */
  private static final Duration PAST_SESSION_TIMEOUT = Duration.ofSeconds(10);

  private static final int DEVICES = 40;
  private static final int STATES = 2_000;

  @Test
  void shouldNotLetASleeperUndoWhatItsSuccessorDid() throws Exception {
    Seed seed = Seed.next();
    System.out.println("sleepers: " + seed);
    Workplace place = Workplace.of(SleepersIT.class);
    Deeds deeds = place.deeds();
    HttpProbe http = new HttpProbe(deeds);
    try (SplitPipeline pipeline = SplitPipeline.start(place, 1);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      String key = new DevicesApi(http, pipeline.nextGateway()).newKey();
      Fleet fleet = new Fleet(seed.random(), key, 30, 3);
      DevicesOracle oracle = new DevicesOracle();
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::nextGateway, fleet::next, 6, Duration.ofMillis(200))) {
        load.awaitMore(60);
        sleepAndWake(pipeline, load, Role.SINK);
        sleepAndWake(pipeline, load, Role.PROCESSORS);
        oracle.add(load.finish());
      }

      pipeline.awaitDrained();

      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
      pipeline.all().forEach(instance -> awaitHealthy(http, instance));
      System.out.printf(
          "sleepers: %s readings-sent=%d must-hold=%d stored=%d %s%n",
          seed, fleet.readings(), oracle.size(), tables.count("device_readings"), deeds);
    }
  }

  @Test
  void shouldNotLetASleepingSinkOverwriteNewerStates() throws Exception {
    Workplace place = Workplace.of(SleepersIT.class, "states");
    AvroFiles avro = new AvroFiles();
    try (SleepingSink sleeper = new SleepingSink(place);
        Topics topics = new Topics(sleeper.pipeline().endpoints());
        Tables tables = new Tables(sleeper.pipeline().endpoints())) {
      registerOften(new Facts(topics, avro));
      Eventually.await("to be folded").until(() -> topics.read("devices.devices").size() == STATES);
      StateItems model = new StateItems(topics, avro);

      double stale = sleeper.sleepAndWake(() -> model.check(tables));

      System.out.printf("sleepers: states=%d stale=%.0f %s%n", STATES, stale, place.deeds());
    }
  }

  private static void registerOften(Facts facts) {
    Instant now = Instant.now();
    for (int i = 0; i < STATES; i++) {
      String device = String.format("02:00:00:00:00:%02X", i % DEVICES);
      facts.registration(device, now, Samples.BOOT, "1.0." + i);
    }
  }

  /** Freezes the only instance under load, lets another take over, and wakes it into the load. */
  private static void sleepAndWake(SplitPipeline pipeline, LoadGenerator load, Role role) {
    Instance sleeper = pipeline.of(role).get(0);
    sleeper.process().freeze();
    pipeline.add(role);
    Eventually.await().pollDelay(PAST_SESSION_TIMEOUT).until(() -> true);
    load.awaitMore(40);
    sleeper.process().thaw();
    load.awaitMore(80);
  }

  /** An instance that has lost its place finds a new one, or has ended; it does not linger. */
  private static void awaitHealthy(HttpProbe http, Instance instance) {
    URI ready = instance.http().resolve("/health/ready");
    Eventually.await(instance + " to be ready")
        .ignoreExceptions()
        .until(
            () -> {
              Answer answer = http.get(ready);
              return answer.status() == 200;
            });
  }
}
