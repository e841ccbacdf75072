package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Facts.DEVICE;
import static io.tributary.processors.Facts.OTHER_DEVICE;
import static io.tributary.schemas.topic.DevicesTopics.BATCHES;
import static io.tributary.schemas.topic.DevicesTopics.BATCH_CLAIMS;
import static io.tributary.schemas.topic.DevicesTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.DevicesTopics.READINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class DevicesTopologyTest {

  private static final int CONTESTED = 10_000;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.DEVICES);

  @Test
  void shouldPassOnARepeatedReadingOnceWithinABatchAndAcrossBatches() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a", "a", "b"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusSeconds(5), "b", "c"));

    assertThat(topology.values(READINGS).stream().map(DeviceReading::getBatchId))
        .containsExactly(DEVICE + "_a", DEVICE + "_b", DEVICE + "_c");
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"devices.readings\"} 2.0");
  }

  @Test
  void shouldNotLetADeviceTakeAnIdThatNamesAnother() {
    String named = DEVICE + "_1";
    topology.send(
        BATCHES, OTHER_DEVICE, Facts.batch(OTHER_DEVICE, START, List.of(named, "free", "free")));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, List.of(named)));

    assertThat(stored(topology))
        .containsExactlyInAnyOrder(new Use(DEVICE, named), new Use(OTHER_DEVICE, "free"));
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"devices.readings\"} 1.0")
        .contains("{code=\"BATCH_ID_REUSED\",topic=\"devices.batch-claims\"} 1.0");
    TestRecord<byte[], byte[]> deadLetter = onlyDeadLetter();
    assertThat(topology.value(BATCH_CLAIMS, deadLetter).getHardwareId()).isEqualTo(OTHER_DEVICE);
    assertThat(RecordHeader.CODE.get(deadLetter.headers())).contains("BATCH_ID_REUSED");
  }

  @Test
  void shouldGiveAnIdToTheFirstDeviceInTheLogOnEveryReplay() {
    long seed = Long.getLong("claims.seed", System.nanoTime());
    System.out.println("claims of batch ids: -Dclaims.seed=" + seed);
    Random random = new Random(seed);
    List<Use> sent = new ArrayList<>();
    for (int id = 0; id < CONTESTED; id++) {
      sent.add(new Use(DEVICE, "id-" + id));
      sent.add(new Use(OTHER_DEVICE, "id-" + id));
    }
    Collections.shuffle(sent, random);
    List<DeviceBatch> facts = batches(sent, random);
    facts.forEach(fact -> topology.send(BATCHES, fact.getHardwareId(), fact));

    List<Use> stored = stored(topology);
    List<DeviceBatch> claims = topology.values(BATCH_CLAIMS);
    Map<String, String> first = new HashMap<>();
    claims.forEach(claim -> first.putIfAbsent(idOf(claim), claim.getHardwareId()));
    assertThat(stored).hasSize(CONTESTED).allMatch(use -> use.device().equals(first.get(use.id())));
    List<Use> lost =
        topology.records(DEAD_LETTERS).stream()
            .map(deadLetter -> topology.value(BATCH_CLAIMS, deadLetter))
            .map(claim -> new Use(claim.getHardwareId(), idOf(claim)))
            .toList();
    assertThat(Stream.concat(stored.stream(), lost.stream()))
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(sent);
    try (DrivenTopology replay = new DrivenTopology(DrivenTopology.FOLLOWING, Family.DEVICES)) {
      Collections.shuffle(facts, random);
      facts.forEach(fact -> replay.send(BATCHES, fact.getHardwareId(), fact));
      claims.forEach(claim -> replay.send(BATCH_CLAIMS, claim.getHardwareId(), claim));
      assertThat(stored(replay)).as("seed %d", seed).containsExactlyElementsOf(stored);
    }
  }

  /** A device's use of a batch id. */
  private record Use(String device, String id) {}

  private static List<DeviceBatch> batches(List<Use> sent, Random random) {
    List<DeviceBatch> facts = new ArrayList<>();
    for (int from = 0; from < sent.size(); ) {
      int to = Math.min(sent.size(), from + 1 + random.nextInt(20));
      List<Use> some = sent.subList(from, to);
      Stream.of(DEVICE, OTHER_DEVICE)
          .map(device -> Map.entry(device, idsOf(device, some)))
          .filter(ids -> !ids.getValue().isEmpty())
          .forEach(ids -> facts.add(Facts.batch(ids.getKey(), START, ids.getValue())));
      from = to;
    }
    return facts;
  }

  private static List<String> idsOf(String device, List<Use> sent) {
    return sent.stream().filter(use -> use.device().equals(device)).map(Use::id).toList();
  }

  private static String idOf(DeviceBatch claim) {
    return claim.getReadings().get(0).getBatchId();
  }

  private static List<Use> stored(DrivenTopology topology) {
    return topology.values(READINGS).stream()
        .map(reading -> new Use(reading.getHardwareId(), reading.getBatchId()))
        .toList();
  }

  @Test
  void shouldTakeAnIdAgainThirtyDaysLaterAndNotAMillisecondEarlier() {
    Duration days = Duration.ofDays(30);
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plus(days).minusMillis(1), "a"));
    assertThat(topology.values(READINGS)).hasSize(1);

    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plus(days), "a"));
    assertThat(topology.values(READINGS)).hasSize(1);
  }

  @Test
  void shouldDropARepeatThatWasAcceptedBeforeTheFirstByAnotherClock() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.minusSeconds(3600), "a"));

    assertThat(topology.values(READINGS)).hasSize(1);
  }

  @Test
  void shouldForgetNothingWhenOnlyTheWallClockJumps() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.advance(Duration.ofDays(4000));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusSeconds(1), "a"));

    assertThat(topology.values(READINGS)).hasSize(1);
    assertThat(topology.remembered()).isEqualTo(1);
  }

  @Test
  void shouldForgetNothingWhenAGatewaysClockJumps() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plus(Duration.ofDays(900)), "b"));
    topology.advance(Duration.ofHours(1));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusSeconds(1), "a"));

    assertThat(topology.values(READINGS)).hasSize(2);
  }

  @Test
  void shouldForgetAnIdOnceNewerFactsAndWallClockAgreeThatItIsOld() {
    Instant later = START.plus(Duration.ofDays(31)).plusSeconds(60);
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, later, "b"));
    topology.advance(Duration.ofDays(31).minusSeconds(60));
    assertThat(topology.remembered()).isEqualTo(2);

    topology.advance(Duration.ofMinutes(3));
    assertThat(topology.remembered()).isEqualTo(1);
  }

  @Test
  void shouldRememberOldFactsThatAreReplayedToday() {
    Instant old = START.minus(Duration.ofDays(200));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, old, "a"));
    topology.advance(Duration.ofHours(1));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, old.plusSeconds(1), "a"));

    assertThat(topology.values(READINGS)).hasSize(1);
  }

  @Test
  void shouldContinueAfterAnUndecodableFact() {
    byte[] garbage = "no fact".getBytes(StandardCharsets.UTF_8);
    topology.sendBytes(BATCHES, DEVICE.getBytes(StandardCharsets.UTF_8), garbage);
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));

    TestRecord<byte[], byte[]> deadLetter = onlyDeadLetter();
    assertThat(deadLetter.key()).isEqualTo(DEVICE.getBytes(StandardCharsets.UTF_8));
    assertThat(deadLetter.value()).isEqualTo(garbage);
    assertThat(RecordHeader.STAGE.get(deadLetter.headers())).contains("decode");
    assertThat(RecordHeader.CODE.get(deadLetter.headers())).contains("UNDECODABLE");
    assertThat(RecordHeader.REASON.get(deadLetter.headers())).contains("no single-object header");
    assertThat(RecordHeader.ORIGIN.get(deadLetter.headers())).contains("devices.batches/0/0");
    assertThat(RecordHeader.ATTEMPTS.get(deadLetter.headers())).contains("1");
    assertThat(topology.values(READINGS)).hasSize(1);
  }

  private TestRecord<byte[], byte[]> onlyDeadLetter() {
    List<TestRecord<byte[], byte[]>> deadLetters = topology.records(DEAD_LETTERS);
    assertThat(deadLetters).hasSize(1);
    return deadLetters.get(0);
  }
}
