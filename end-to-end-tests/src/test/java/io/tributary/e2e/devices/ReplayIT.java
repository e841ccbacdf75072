package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.AvroFiles;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
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

  private static final int DEVICES = 16;

  private final Seed seed = Seed.next();
  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(ReplayIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final Replay replay = new Replay(pipeline, tables);
  private final Facts facts = new Facts(topics, avro);
  private String key = "";

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() throws Exception {
    System.out.println("replay: " + seed);
    load();
    pipeline.awaitDrained();
    new StateItems(topics, avro).check(tables);
    Map<String, Map<String, Object>> live = items();

    replay.records();
    Comparison.of(live, Map.of(), items()).requireNone("after the records were replayed");
    replay.byCommand(seed.random());
    Comparison.of(live, Map.of(), items()).requireNone("after the command has replayed them");

    Set<String> emptied = replay.facts(KEPT);
    Comparison.of(withoutRev(live), Map.of(), withoutRev(items()))
        .requireNone("after the facts were replayed");
    System.out.println("replay: from facts without " + emptied);
    replay.nextGeneration(seed.random());
    Comparison.of(withoutRev(live), Map.of(), withoutRev(items(tables::ofSecondGeneration)))
        .requireNone("in the next generation");
    goOn();
    assertThat(items().keySet()).containsAll(live.keySet()).hasSize(live.size() + 2);
    new StateItems(topics, avro).check(tables);
    System.out.printf(
        "replay: %s items=%d devices=%d keys=%d %s%n",
        seed, live.size(), tables.count("devices"), tables.count("api_keys"), place.deeds());
  }

  /** Readings with repeats from devices that register and are renamed meanwhile. */
  private void load() throws Exception {
    key = api().newKey();
    api().upload(key, Samples.request(Samples.reading("stored once before")));
    Fleet fleet = new Fleet(seed.random(), key, DEVICES, 4);
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(), pipeline::nextGateway, fleet::next, 6, Duration.ofMillis(40))) {
      Random random = seed.random();
      for (int round = 0; round < 40; round++) {
        changeADevice(random, round);
        activity(random, round);
        if (round % 8 == 0) {
          useAKey(random, round);
        }
      }
      load.awaitMore(300);
      load.finish();
    }
  }

  private void changeADevice(Random random, int round) throws Exception {
    String device = device(random);
    String name = "round " + round;
    if (random.nextInt(3) > 0) {
      Answer answer = api().register(key, Samples.registration(device, name));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    } else {
      assertThat(api().rename(device, random.nextBoolean() ? name : null).status()).isIn(200, 404);
    }
  }

  /** Activity over hours, some of it late, some of it twice. */
  private void activity(Random random, int round) {
    String device = device(random);
    Instant accepted = Instant.now().plusSeconds(random.nextInt(14_400) - 7_200L);
    facts.batch(device, accepted, device + " fact " + round, device + " fact " + round / 2);
    facts.batch(device, accepted.plusSeconds(random.nextInt(900)), device + " fact " + round);
  }

  /** A key that is made, used at different times and perhaps revoked. */
  private void useAKey(Random random, int round) throws Exception {
    JsonNode made = api().createKey("{\"description\":\"round " + round + "\"}").json();
    String keyId = made.get("key_id").asText();
    String used = Samples.request(Samples.reading("with the key of round " + round));
    assertThat(api().upload(made.get("api_key").asText(), used).status()).isEqualTo(200);
    for (int i = 0; i < 5; i++) {
      facts.use(keyId, Instant.now().plusSeconds(random.nextInt(7_200) - 3_600L));
    }
    if (random.nextBoolean()) {
      assertThat(api().revokeKey(keyId).status()).isEqualTo(200);
    }
  }

  private DevicesApi api() {
    return new DevicesApi(http, pipeline.nextGateway());
  }

  /** One of the fleet's. */
  private static String device(Random random) {
    return String.format("02:00:00:00:00:%02X", random.nextInt(DEVICES));
  }

  /** What was known before is known still: the key, and which readings are repeats. */
  private void goOn() throws Exception {
    String old = Samples.reading("stored once before");
    String fresh = Samples.reading("stored once after");
    assertThat(api().upload(key, Samples.request(old, fresh)).status()).isEqualTo(200);
    pipeline.awaitDrained();
    assertThat(topics.read("devices.readings"))
        .extracting(TopicRecord::key)
        .filteredOn(recordKey -> recordKey.contains("#stored once"))
        .containsExactly(
            "24:6F:28:AE:52:7C/3786912600000#stored once before",
            "24:6F:28:AE:52:7C/3786912600000#stored once after");
  }

  /** Every item of every table of the family. */
  private Map<String, Map<String, Object>> items() {
    return items(tables::whole);
  }

  private static Map<String, Map<String, Object>> items(
      Function<String, Map<List<Object>, Map<String, Object>>> whole) {
    Map<String, Map<String, Object>> items = new TreeMap<>();
    for (String table : TABLES) {
      whole.apply(table).forEach((key, item) -> items.put(table + " " + key, item));
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
