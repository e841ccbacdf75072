package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.fault.Seed;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Spoiled;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dead letters, some of which succeed when they are tried again, and their operator. */
@Tag("storm")
final class DeadLettersIT {

  private static final String DEVICE = "24:6F:28:AE:52:7C";
  private static final String OTHER = "24:6F:28:AE:52:7D";
  private static final String BATCHES = "devices.batches";
  private static final String READINGS = "devices.readings";
  private static final String DEAD_LETTERS = "devices.dead-letters";
  private static final String DECISIONS = "devices.dead-letter-decisions";
  private static final int OF_EACH = 5000;
  private static final int KILLS = 3;

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(DeadLettersIT.class);
  private final Launcher launcher = place.launcher().with(Map.of("TRIBUTARY_FAMILIES", "devices"));
  private final SplitPipeline pipeline = SplitPipeline.start(place, launcher, 0);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final AvroFiles avro = new AvroFiles();
  private final ForgedFacts forged = new ForgedFacts(avro);

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldSendBackEachOnceAndMendTheRest() throws Exception {
    pipeline.add(Role.PROCESSORS);
    pipeline.add(Role.SINK);
    sendFactsThatStayRefused();
    sendFactsThatSucceedLater();
    pipeline.awaitDrained();

    findThem();
    redriveInBulk();
    mendAFact();
    mendARecord();
    giveUpTheRest();
    System.out.printf("dead letters: redriven=%d %s %s%n", 2 * OF_EACH, seed, place.statistics());
  }

  /** Their values are of another device than their keys. */
  private void sendFactsThatStayRefused() {
    topics.appendAll(
        IntStream.range(0, OF_EACH)
            .mapToObj(i -> forged.record(BATCHES, DEVICE, batch(OTHER, "refused-" + i)))
            .toList());
    Eventually.await("the processors to refuse them")
        .until(() -> topics.read(DEAD_LETTERS).size() == OF_EACH);
  }

  /** As if a processor had failed at good facts, and had been mended since. */
  private void sendFactsThatSucceedLater() {
    String origin = topics.read(DEAD_LETTERS).get(0).header("tributary-origin").orElseThrow();
    Map<String, String> headers =
        Map.of(
            "tributary-stage", "process",
            "tributary-code", "PROCESSING_FAILED",
            "tributary-reason", "NullPointerException",
            "tributary-origin", origin,
            "tributary-attempts", "1");
    topics.appendAll(
        IntStream.range(0, OF_EACH)
            .mapToObj(i -> forged.record(DEAD_LETTERS, DEVICE, batch(DEVICE, "good-" + i)))
            .peek(
                deadLetter ->
                    headers.forEach(
                        (name, value) ->
                            deadLetter.headers().add(name, value.getBytes(StandardCharsets.UTF_8))))
            .toList());
  }

  private void findThem() {
    List<JsonNode> some = lines(run(0, "list", "--code", "INVALID_KEY", "--limit", "7"));
    assertThat(some).hasSize(7);
    assertThat(some)
        .allSatisfy(
            deadLetter -> {
              assertThat(deadLetter.get("id").asText()).matches("devices/\\d/\\d+");
              assertThat(deadLetter.get("stage").asText()).isEqualTo("process");
              assertThat(deadLetter.get("key").asText()).isEqualTo(DEVICE);
              assertThat(deadLetter.get("attempts").asInt()).isEqualTo(1);
              assertThat(deadLetter.get("decision").asText()).isEqualTo("open");
              assertThat(deadLetter.get("origin").asText()).startsWith(BATCHES + "/");
            });
    assertThat(lines(run(0, "redrive", "--family", "devices", "--dry-run")))
        .extracting(JsonNode::toString)
        .containsExactly(
            "{\"family\":\"devices\",\"stage\":\"process\",\"code\":\"INVALID_KEY\","
                + "\"dead_letters\":5000}",
            "{\"family\":\"devices\",\"stage\":\"process\",\"code\":\"PROCESSING_FAILED\","
                + "\"dead_letters\":5000}",
            "{\"redriven\":10000,\"left\":0,\"before\":0,\"dry_run\":true}");
    assertThat(topics.length(DECISIONS)).isZero();
  }

  /** Redrives of facts that succeed, under kills; then of the others, which fail again. */
  private void redriveInBulk() {
    String[] redrive = {"redrive", "--code", "PROCESSING_FAILED"};
    for (int i = 0; i < KILLS; i++) {
      try (RunningProcess redriving = underWay(command(redrive))) {
        redriving.kill();
      }
    }
    try (RunningProcess redriving = underWay(command(redrive))) {
      assertThat(redriving.terminate()).isEqualTo(1);
      assertThat(redriving.logged()).contains("interrupted; repeat the command to continue");
      assertThat(redriving.printed()).contains("\"redriven\":");
    }
    long left = PlainJson.tree(last(run(0, redrive))).get("redriven").asLong();
    assertThat(left).isBetween(1L, OF_EACH - 1L);
    assertThat(last(run(0, redrive))).contains("\"redriven\":0", "\"before\":5000");
    assertThat(last(run(0, "redrive", "--code", "INVALID_KEY"))).contains("\"redriven\":5000");
    pipeline.awaitDrained();

    assertThat(topics.read(DECISIONS)).extracting(TopicRecord::key).doesNotHaveDuplicates();
    assertThat(topics.read(DECISIONS)).hasSize(2 * OF_EACH);
    Map<String, Integer> expected = new TreeMap<>();
    IntStream.range(0, OF_EACH).forEach(i -> expected.put("good-" + i, 1));
    IntStream.range(0, OF_EACH).forEach(i -> expected.put("refused-" + i, 2));
    assertThat(counted(topics.read(BATCHES))).isEqualTo(expected);
    List<TopicRecord> back =
        topics.read(DEAD_LETTERS).stream()
            .filter(deadLetter -> attempts(deadLetter).equals("2"))
            .toList();
    expected.keySet().removeIf(id -> id.startsWith("good-"));
    expected.replaceAll((id, twice) -> 1);
    assertThat(counted(back)).isEqualTo(expected);
    assertThat(topics.read(DEAD_LETTERS)).hasSize(3 * OF_EACH);
    assertThat(tables.count("processed_batches")).isEqualTo(OF_EACH);
    assertThat(tables.count("device_readings")).isEqualTo(OF_EACH);
  }

  private RunningProcess underWay(List<String> command) {
    long enough = topics.length(DECISIONS) + random.nextLong(50, 500);
    RunningProcess redriving = launcher.start("redrive", command);
    Eventually.await("a redrive to be under way")
        .pollInterval(Duration.ofMillis(20))
        .until(() -> topics.length(DECISIONS) >= enough || !redriving.isAlive());
    assertThat(redriving.isAlive()).as(redriving.logTail()).isTrue();
    return redriving;
  }

  private void mendAFact() throws IOException {
    String id = lines(run(0, "list", "--limit", "1")).get(0).get("id").asText();
    Completed shown = run(0, "show", id, "--value-alone", "--output", "text");
    Path file = Files.createTempFile("tributary-dead-letter-", ".json");
    Files.writeString(file, shown.out().replace("\"accepted_at_ms\"", "\"accepted\""));
    assertThat(run(2, "edit", id, "--value", file.toString()).err())
        .endsWith("tributary: the value is no DeviceBatch: envelope.accepted_at_ms is missing\n");
    Files.writeString(file, shown.out().replace(OTHER, DEVICE));
    run(0, "edit", id, "--value", file.toString(), "--note", "key and value differed");
    run(1, "edit", id, "--value", file.toString());
    Files.delete(file);
    pipeline.awaitDrained();

    assertThat(tables.count("processed_batches")).isEqualTo(OF_EACH + 1);
    assertThat(lines(run(0, "show", id)))
        .singleElement()
        .satisfies(
            deadLetter -> {
              assertThat(deadLetter.get("decision").asText()).isEqualTo("edited");
              assertThat(deadLetter.get("note").asText()).isEqualTo("key and value differed");
            });
  }

  /** Subscribers of the records see nothing of what the sink tries again. */
  private void mendARecord() throws IOException {
    TopicRecord good = topics.read(READINGS).get(0);
    String batchId = avro.decode(good.raw().value()).get("batch_id").toString();
    byte[] key = good.key().replace(batchId, "mended").getBytes(StandardCharsets.UTF_8);
    String origin =
        topics.append(
            new ProducerRecord<>(READINGS, good.raw().partition(), key, Spoiled.garbage()));
    pipeline.awaitDrained();
    long length = topics.length(READINGS);

    run(0, "redrive", "--stage", "sink-decode");
    pipeline.awaitDrained();
    JsonNode again = lines(run(0, "list", "--stage", "sink-decode")).get(0);
    assertThat(again.get("origin").asText()).isEqualTo(origin);
    assertThat(again.get("attempts").asInt()).isEqualTo(2);
    assertThat(again.get("code").asText()).isEqualTo("RECORD_UNDECODABLE");

    Path file = Files.createTempFile("tributary-dead-letter-", ".json");
    Files.writeString(file, reading(good.key()).replace(batchId, "mended"));
    run(0, "edit", again.get("id").asText(), "--value", file.toString());
    Files.delete(file);
    pipeline.awaitDrained();

    assertThat(tables.scan("processed_batches"))
        .extracting(item -> item.get("batch_id"))
        .contains("mended");
    assertThat(tables.count("device_readings")).isEqualTo(OF_EACH + 2);
    assertThat(topics.length(READINGS)).isEqualTo(length);
    assertThat(run(0, "list", "--stage", "sink-decode").out()).isEmpty();
  }

  /** Value of a reading as `topics read` prints it. */
  private String reading(String key) {
    Completed read =
        launcher.run(
            List.of(
                "topics",
                "read",
                READINGS,
                "--from-beginning",
                "--key",
                key,
                "--bootstrap-servers",
                pipeline.endpoints().kafka()));
    return PlainJson.tree(last(read)).get("value").toString();
  }

  private void giveUpTheRest() {
    long records = topics.length(BATCHES);
    assertThat(run(1, "discard", "--everything").err())
        .contains("nothing is discarded without --yes");
    run(0, "discard", "--everything", "--yes", "--note", "never a device");

    assertThat(run(0, "list").out()).isEmpty();
    assertThat(lines(run(0, "list", "--all", "--limit", "20000", "--code", "INVALID_KEY")))
        .hasSize(2 * OF_EACH)
        .extracting(deadLetter -> deadLetter.get("decision").asText())
        .containsOnly("redriven", "edited", "discarded");
    assertThat(topics.length(BATCHES)).isEqualTo(records);
  }

  private GenericRecord batch(String hardwareId, String batchId) {
    return new GenericRecordBuilder(avro.schema("DeviceBatch"))
        .set("envelope", forged.envelope(Instant.now()))
        .set("hardware_id", hardwareId)
        .set("batch_ttl_s", 2_592_000L)
        .set(
            "readings",
            List.of(
                new GenericRecordBuilder(avro.schema("BatchReading"))
                    .set("batch_id", batchId)
                    .set("timestamp_ms", 3_786_912_600_000L)
                    .set("boot_id", "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
                    .set("firmware_version", "1.0.16")
                    .set(
                        "sensors",
                        new GenericRecordBuilder(avro.schema("Sensors"))
                            .set("bme280_temp_c", "23.14")
                            .build())
                    .set(
                        "sensor_status",
                        new GenericRecordBuilder(avro.schema("SensorStatus"))
                            .set("bme280", "ok")
                            .build())
                    .build()))
        .build();
  }

  /** Number of facts or dead letters there are of each batch id. */
  private Map<String, Integer> counted(List<TopicRecord> records) {
    return records.stream()
        .map(record -> (List<?>) avro.decode(record.raw().value()).get("readings"))
        .map(readings -> ((GenericRecord) readings.get(0)).get("batch_id").toString())
        .collect(Collectors.toMap(id -> id, one -> 1, Integer::sum, TreeMap::new));
  }

  private static String attempts(TopicRecord deadLetter) {
    return deadLetter.header("tributary-attempts").orElse("");
  }

  private Completed run(int exitCode, String... words) {
    Completed completed = launcher.run(command(words));
    assertThat(completed.exitCode()).as(completed.toString()).isEqualTo(exitCode);
    return completed;
  }

  /** Programs read what it prints, unless the words say otherwise. */
  private List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of("dead-letters"));
    command.addAll(List.of(words));
    if (!command.contains("--output")) {
      command.addAll(List.of("--output", "json"));
    }
    command.addAll(List.of("--bootstrap-servers", pipeline.endpoints().kafka()));
    return command;
  }

  private static List<JsonNode> lines(Completed completed) {
    return completed.out().lines().map(PlainJson::tree).toList();
  }

  private static String last(Completed completed) {
    return completed.out().lines().reduce((older, newer) -> newer).orElse("");
  }
}
