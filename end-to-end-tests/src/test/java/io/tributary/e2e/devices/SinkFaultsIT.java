package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Everything that can befall a write of the sink, many times over, first with fresh readings, then
 * with a second delivery of all of them after some have been lost from the tables.
 */
final class SinkFaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 5;

  private static final String SINK_GROUP = "tributary-sink";

  /** A call without an answer keeps a writer busy for five seconds. */
  private static final Set<Fault> LONG = EnumSet.of(Fault.TIMEOUT_BEFORE, Fault.TIMEOUT_AFTER);

  /** Can happen only where the table knows the reading already. */
  private static final Set<Fault> OF_DUPLICATES = EnumSet.of(Fault.CONFLICT_BESIDE_DUPLICATE);

  private static final Set<Fault> SHORT =
      EnumSet.of(
          Fault.THROTTLED,
          Fault.THROUGHPUT_EXCEEDED,
          Fault.ACTION_THROTTLED,
          Fault.ACTION_CONFLICT,
          Fault.UNAVAILABLE,
          Fault.ERROR_BEFORE,
          Fault.ERROR_AFTER,
          Fault.SLOW,
          Fault.CUT_BEFORE,
          Fault.CUT_AFTER,
          Fault.CUT_WITHIN_ANSWER);

  private static final FaultPlan PLAN =
      FaultPlan.none().with(SHORT, 0.03).with(LONG, 0.005).with(OF_DUPLICATES, 0.1);

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(SinkFaultsIT.class);
  private final Deeds deeds = place.deeds();
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1, dynamo::inFrontOf);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final DevicesOracle oracle = new DevicesOracle();

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
    dynamo.close();
  }

  @Test
  void shouldStoreEachReadingOnceWhateverBefallsItsWrites() throws Exception {
    System.out.println("sink faults: " + seed);
    dynamo.follow(PLAN);
    uploadUntilFaultsHaveHappened();
    pipeline.awaitDrained();
    check();
    System.out.printf("sink faults: first delivery %s %s%n", dynamo.faults(), dynamo.passed());

    int lost = loseSome(seed.random());
    deliverAgain();
    pipeline.awaitDrained();
    check();

    assertThat(leastOf(OF_DUPLICATES)).isGreaterThanOrEqualTo(LEAST);
    System.out.printf(
        "sink faults: %s must-hold=%d lost=%d %s %s %s%n",
        seed, oracle.size(), lost, dynamo.faults(), dynamo.passed(), deeds);
  }

  private void check() {
    oracle.checkTables(tables);
    oracle.checkTopics(topics, new AvroFiles());
    assertThat(topics.read("devices.dead-letters")).isEmpty();
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
  }

  private long leastOf(Set<Fault> faults) {
    return faults.stream().mapToLong(dynamo.faults()::of).min().orElseThrow();
  }

  private void uploadUntilFaultsHaveHappened() throws Exception {
    String key = new DevicesApi(new HttpProbe(deeds), pipeline.nextGateway()).newKey();
    Fleet fleet = new Fleet(seed.random(), key, 30, 3);
    try (LoadGenerator load =
        new LoadGenerator(deeds, pipeline::nextGateway, fleet::next, 4, Duration.ofMillis(100))) {
      Awaitility.await("every fault to happen")
          .atMost(Duration.ofSeconds(60))
          .until(() -> leastOf(SHORT) >= LEAST && leastOf(LONG) >= LEAST);
      oracle.add(load.finish(Duration.ofSeconds(60)));
    }
  }

  /** Removes every third reading or so from both tables. */
  private int loseSome(Random random) {
    int lost = 0;
    for (Map<String, Object> item : tables.scan("device_readings")) {
      if (random.nextInt(3) == 0) {
        remove("device_readings", item, "hardware_id", "ts_batch");
        remove("processed_batches", item, "batch_id");
        lost++;
      }
    }
    return lost;
  }

  private void remove(String table, Map<String, Object> item, String... key) {
    Map<String, AttributeValue> values =
        Arrays.stream(key)
            .collect(
                Collectors.toMap(
                    name -> name, name -> AttributeValue.fromS(String.valueOf(item.get(name)))));
    tables.client().deleteItem(request -> request.tableName(table).key(values));
  }

  /** The sink gets every record once more, while faults go on. */
  private void deliverAgain() {
    Instance sink = pipeline.of(Role.SINK).get(0);
    assertThat(sink.process().terminate(Duration.ofSeconds(15))).isZero();
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.rewind(SINK_GROUP);
    }
    sink.launch();
    sink.awaitReady();
  }
}
