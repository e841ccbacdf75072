package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Passed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.ReadinessWatch;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class DynamoOutageIT {

  private static final int MEANWHILE = 100;

  /** Long enough for the sink to say so: a call is given up after 5 s, a failure holds for 5 s. */
  private static final Duration HANGING = Duration.ofSeconds(12);

  private static final Duration REFUSING = Duration.ofSeconds(8);

  @Test
  void shouldAcceptAllTheTimeAndStoreWhenDynamoDbIsBack() throws Exception {
    Seed seed = Seed.next();
    System.out.println("dynamo outage: " + seed);
    Workplace place = Workplace.of(DynamoOutageIT.class);
    Deeds deeds = place.deeds();
    try (FaultyDynamo dynamo = new FaultyDynamo(seed);
        SplitPipeline pipeline = SplitPipeline.start(place, 1, dynamo::inFrontOf);
        ReadinessWatch gateway = new ReadinessWatch(pipeline.nextGateway());
        ReadinessWatch sink = new ReadinessWatch(pipeline.of(Role.SINK).get(0).http());
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      String key = new DevicesApi(new HttpProbe(deeds), pipeline.nextGateway()).newKey();
      Fleet fleet = new Fleet(seed.random(), key, 30, 3);
      DevicesOracle oracle = new DevicesOracle();
      int accepted;
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::nextGateway, fleet::next, 4, Duration.ofMillis(100))) {
        load.awaitMore(100);
        accepted = stopDynamo(dynamo, load, tables);
        sink.awaitReady();
        load.awaitMore(100);
        oracle.add(load.finish());
      }
      assertThat(deeds.of(Deed.ANSWERS_2XX)).isEqualTo(deeds.of(Deed.REQUESTS));
      assertThat(gateway.statuses()).containsExactly(200);
      assertThat(sink.statuses()).containsExactly(200, 503, 200);
      assertThat(sink.reasons()).containsExactly("dynamodb_unavailable");
      assertThat(dynamo.passed().of(Passed.LEFT_HANGING)).isPositive();

      pipeline.awaitDrained();

      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      System.out.printf(
          "dynamo outage: %s accepted-meanwhile=%d stored=%d %s %s%n",
          seed, accepted, tables.count("device_readings"), dynamo.passed(), deeds);
    }
  }

  /** For 20 seconds; says how many requests were answered meanwhile, of which none was stored. */
  private static int stopDynamo(FaultyDynamo dynamo, LoadGenerator load, Tables tables) {
    int before = load.settled().size();
    dynamo.hang();
    pass(Duration.ofSeconds(3));
    int stored = tables.count("device_readings");
    load.awaitMore(MEANWHILE);
    pass(HANGING.minusSeconds(3));
    dynamo.refuse();
    pass(REFUSING);
    assertThat(tables.count("device_readings")).isEqualTo(stored);
    int meanwhile = load.settled().size() - before;
    dynamo.recover();
    return meanwhile;
  }

  private static void pass(Duration time) {
    Eventually.await().pollDelay(time).until(() -> true);
  }
}
