package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Facts.DEVICE;
import static io.tributary.processors.Facts.OTHER_DEVICE;
import static io.tributary.schemas.topic.DevicesTopics.BATCHES;
import static io.tributary.schemas.topic.DevicesTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.DevicesTopics.READINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class DevicesTopologyTest {

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.DEVICES);

  @Test
  void shouldTurnEachReadingOfABatchIntoARecordUnderItsItemsKey() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusMillis(1500), "a", "b"));

    List<TestRecord<byte[], byte[]>> records = topology.records(READINGS);
    assertThat(records.stream().map(record -> new String(record.key(), StandardCharsets.UTF_8)))
        .containsExactly("24:6F:28:AE:52:7C/1717236600000#a", "24:6F:28:AE:52:7C/1717236600000#b");
    DeviceReading first =
        SingleObjectFraming.ofReleases().decode(DeviceReading.class, records.get(0).value());
    assertThat(first.getBatchId()).isEqualTo("a");
    assertThat(first.getSensors().getBme280TempC()).isEqualTo("23.14");
    assertThat(first.getSensors().getHumidityPct()).isNull();
    assertThat(first.getReceivedAtMs()).isEqualTo(1_772_323_201_500L);
    assertThat(first.getExpirationTimeS()).isEqualTo(1_725_012_600L);
    assertThat(first.getBatchExpirationTimeS()).isEqualTo(1_774_915_201L);
    assertThat(RecordHeader.FACT_ID.get(records.get(0).headers())).contains("fact-1");
    assertThat(RecordHeader.ACCEPTED_AT.get(records.get(0).headers())).contains("1772323201500");
    assertThat(RecordHeader.REQUEST_ID.get(records.get(0).headers())).contains("request-1");
  }

  @Test
  void shouldPassOnARepeatedReadingOnceWithinABatchAndAcrossBatches() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a", "a", "b"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusSeconds(5), "b", "c"));

    assertThat(topology.values(READINGS).stream().map(DeviceReading::getBatchId))
        .containsExactly("a", "b", "c");
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"devices.readings\"} 2.0");
  }

  @Test
  void shouldKeepTheSameIdOfTwoDevicesApart() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    topology.send(BATCHES, OTHER_DEVICE, Facts.batch(OTHER_DEVICE, START, "a"));

    assertThat(topology.values(READINGS)).hasSize(2);
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
  void shouldBuryWhatIsNoFactAndGoOn() {
    byte[] garbage = "no fact".getBytes(StandardCharsets.UTF_8);
    topology.sendBytes(BATCHES, DEVICE.getBytes(StandardCharsets.UTF_8), garbage);
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));

    TestRecord<byte[], byte[]> letter = onlyDeadLetter();
    assertThat(letter.key()).isEqualTo(DEVICE.getBytes(StandardCharsets.UTF_8));
    assertThat(letter.value()).isEqualTo(garbage);
    assertThat(RecordHeader.STAGE.get(letter.headers())).contains("decode");
    assertThat(RecordHeader.CODE.get(letter.headers())).contains("UNDECODABLE");
    assertThat(RecordHeader.REASON.get(letter.headers())).contains("no single-object header");
    assertThat(RecordHeader.ORIGIN.get(letter.headers())).contains("devices.batches/0/0");
    assertThat(RecordHeader.ATTEMPTS.get(letter.headers())).contains("1");
    assertThat(topology.values(READINGS)).hasSize(1);
  }

  private TestRecord<byte[], byte[]> onlyDeadLetter() {
    List<TestRecord<byte[], byte[]>> letters = topology.records(DEAD_LETTERS);
    assertThat(letters).hasSize(1);
    return letters.get(0);
  }
}
