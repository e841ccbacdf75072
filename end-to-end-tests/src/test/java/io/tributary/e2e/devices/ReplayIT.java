package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReplayIT {

  private static final List<String> TABLES =
      List.of("device_readings", "processed_batches", "devices", "api_keys");

  /** What happened, and which secrets the pipeline belongs to; all else is derived. */
  private static final Set<String> KEPT =
      Set.of(
          "devices.batches",
          "devices.device-commands",
          "devices.api-key-commands",
          "devices.api-key-uses",
          "tributary.meta");

  private final Seed seed = Seed.next();
  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(ReplayIT.class);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final Cluster cluster = new Cluster(pipeline.endpoints());
  private final Facts facts = new Facts(topics, avro);
  private String key = "";

  @AfterEach
  void end() {
    cluster.close();
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() throws Exception {
    System.out.println("replay: " + seed);
    load();
    pipeline.awaitDrained();
    Map<String, Map<String, Object>> live = items();

    replayRecords();
    Comparison.of(live, Map.of(), items()).requireNone("after the records were replayed");

    for (int time = 1; time <= 2; time++) {
      Set<String> emptied = replayFacts();
      Comparison.of(withoutRev(live), Map.of(), withoutRev(items()))
          .requireNone("after the facts were replayed, time " + time);
      System.out.println("replay: from facts, time " + time + ", without " + emptied);
    }
    goOn();
    Map<String, Map<String, Object>> after = items();
    assertThat(after.keySet()).containsAll(live.keySet()).hasSize(live.size() + 2);
    System.out.printf("replay: %s items=%d %s%n", seed, live.size(), place.deeds());
  }

  /** Readings with repeats, and activity that spans hours, partly out of order. */
  private void load() throws Exception {
    DevicesApi api = new DevicesApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
    key = api.newKey();
    api.upload(key, Samples.request(Samples.reading("stored once before")));
    Fleet fleet = new Fleet(seed.random(), key, 20, 4);
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(), pipeline::nextGateway, fleet::next, 6, Duration.ofMillis(40))) {
      Random random = seed.random();
      Instant now = Instant.now();
      for (int i = 0; i < 60; i++) {
        String device = String.format("02:00:00:00:00:%02X", i % 25);
        Instant accepted = now.plusSeconds(random.nextInt(7_200) - 3_600L);
        facts.batch(device, accepted, device + " fact " + i, device + " fact " + (i + 25) % 60);
      }
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> load.settled().size() > 300);
      load.finish(Duration.ofSeconds(60));
    }
  }

  /** What was known before is known still: the key, and which readings are repeats. */
  private void goOn() throws Exception {
    DevicesApi api = new DevicesApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
    String old = Samples.reading("stored once before");
    String fresh = Samples.reading("stored once after");
    assertThat(api.upload(key, Samples.request(old, fresh)).status()).isEqualTo(200);
    pipeline.awaitDrained();
    assertThat(topics.read("devices.readings"))
        .extracting(TopicRecord::key)
        .filteredOn(recordKey -> recordKey.contains("#stored once"))
        .containsExactly(
            "24:6F:28:AE:52:7C/3786912600000#stored once before",
            "24:6F:28:AE:52:7C/3786912600000#stored once after");
  }

  /** Empty tables, and a sink that reads every record again. */
  private void replayRecords() {
    pipeline.of(Role.SINK).forEach(Instance::stop);
    makeTablesAnew();
    cluster.rewind("tributary-sink");
    start(pipeline.of(Role.SINK));
    pipeline.awaitDrained();
  }

  /** Nothing but facts is left, and every service starts without a memory. */
  private Set<String> replayFacts() {
    pipeline.all().forEach(Instance::stop);
    pipeline.all().forEach(Instance::forget);
    makeTablesAnew();
    cluster.deleteGroup("tributary-processors");
    cluster.deleteGroup("tributary-sink");
    Set<String> deleted = cluster.deleteTopicsExcept(KEPT);
    operator("topics", "create");
    start(pipeline.all());
    pipeline.awaitDrained();
    return deleted;
  }

  private void makeTablesAnew() {
    tables.deleteAll();
    operator("tables", "create");
  }

  private void operator(String... command) {
    Completed done =
        pipeline.launcher().run(Duration.ofSeconds(60), pipeline.endpoints().appendedTo(command));
    assertThat(done.exitCode()).as(done.err()).isZero();
  }

  private static void start(List<Instance> instances) {
    instances.forEach(Instance::launch);
    instances.forEach(Instance::awaitReady);
  }

  /** Every item of every table of the family. */
  private Map<String, Map<String, Object>> items() {
    Map<String, Map<String, Object>> items = new TreeMap<>();
    for (String table : TABLES) {
      tables.whole(table).forEach((key, item) -> items.put(table + " " + key, item));
    }
    return items;
  }

  private static Map<String, Map<String, Object>> withoutRev(
      Map<String, Map<String, Object>> items) {
    return items.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> {
                  Map<String, Object> item = new TreeMap<>(entry.getValue());
                  item.remove("rev");
                  return item;
                }));
  }
}
