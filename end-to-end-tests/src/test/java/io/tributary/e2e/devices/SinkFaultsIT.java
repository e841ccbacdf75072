package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Passed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Everything that can befall a write of the sink, many times over, first with fresh readings, then
 * with a second delivery of all of them after some have been lost from the tables.
 */
@Tag("storm")
final class SinkFaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 5;

  private static final int DEVICES = 30;
  private static final int ATTEMPTS = 20;
  private static final String SINK_GROUP = "tributary-sink";

  private static final Set<Fault> LONG = Fault.lasting();

  /** Can happen only where the table knows the reading already. */
  private static final Set<Fault> OF_DUPLICATES = EnumSet.of(Fault.CONFLICT_BESIDE_DUPLICATE);

  /** Befalls what is not a transaction, of which there is less. */
  private static final Set<Fault> OF_STATES = EnumSet.of(Fault.WRITE_CONFLICT);

  private static final Set<Fault> SHORT =
      Fault.brief(Fault.ACTION_THROTTLED, Fault.ACTION_CONFLICT);

  private static final FaultPlan PLAN =
      FaultPlan.none()
          .with(SHORT, 0.03)
          .with(LONG, 0.02)
          .with(OF_DUPLICATES, 0.2)
          .with(OF_STATES, 0.2);

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
    sendUntilFaultsHaveHappened();
    pipeline.awaitDrained();
    check();
    System.out.printf("sink faults: first delivery %s %s%n", dynamo.faults(), dynamo.passed());

    int lost = loseSome(seed.random());
    deliverAgain();
    pipeline.awaitDrained();
    check();

    assertThat(haveHappened(OF_DUPLICATES)).as("%s", dynamo.faults()).isTrue();
    assertThat(dynamo.passed().of(Passed.DUPLICATES_IN_COMPANY))
        .as("groups of writes with a duplicate among them: %s", dynamo.passed())
        .isPositive();
    System.out.printf(
        "sink faults: %s must-hold=%d lost=%d %s %s %s%n",
        seed, oracle.size(), lost, dynamo.faults(), dynamo.passed(), deeds);
  }

  private void check() {
    oracle.checkTables(tables);
    oracle.checkTopics(topics, new AvroFiles());
    new StateItems(topics, new AvroFiles()).check(tables);
    assertThat(topics.read("devices.dead-letters")).isEmpty();
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
  }

  private boolean haveHappened(Set<Fault> faults) {
    return faults.stream().allMatch(fault -> dynamo.faults().of(fault) >= LEAST);
  }

  private void sendUntilFaultsHaveHappened() throws Exception {
    String key = new DevicesApi(new HttpProbe(deeds), pipeline.nextGateway()).newKey();
    Fleet fleet = new Fleet(seed.random(), key, DEVICES, 3);
    Random random = seed.random();
    try (LoadGenerator uploads = sending(fleet::next, 4);
        LoadGenerator boots = sending(() -> Optional.of(registration(random, key)), 2)) {
      uploads.awaitUntil(
          "every fault to happen",
          () -> Stream.of(SHORT, LONG, OF_STATES).allMatch(this::haveHappened));
      oracle.add(uploads.finish());
      assertThat(boots.finish()).allMatch(Delivery::acknowledged);
    }
  }

  private LoadGenerator sending(Supplier<Optional<Upload>> uploads, int connections) {
    return new LoadGenerator(
        deeds, pipeline::nextGateway, uploads, connections, Duration.ofMillis(100));
  }

  /** Some device of the fleet after some boot. */
  private static Upload registration(Random random, String key) {
    String device = Fleet.deviceId(random.nextInt(DEVICES));
    String boot = "3f0c5a52-9d1e-4b7a-8c34-%012x".formatted(random.nextInt(1 << 20));
    // Without a name, which gateways would give to readings from then on.
    String body =
        Samples.registration(device, "none")
            .replace("\"none\"", "null")
            .replace(Samples.BOOT, boot);
    return new Upload(DevicesApi.REGISTER, Map.of("X-API-Key", key), body, ATTEMPTS);
  }

  /** Removes every third reading or so from both tables, and every third device. */
  private int loseSome(Random random) {
    int lost = 0;
    for (Map<String, Object> item : tables.scan("devices")) {
      if (random.nextInt(3) == 0) {
        remove("devices", item, "hardware_id");
        lost++;
      }
    }
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
    assertThat(sink.process().terminate()).isZero();
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.rewind(SINK_GROUP);
    }
    sink.launch();
    sink.awaitReady();
  }
}
