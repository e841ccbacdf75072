package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Facts.DEVICE;
import static io.tributary.schemas.topic.DevicesTopics.BATCHES;
import static io.tributary.schemas.topic.DevicesTopics.DEVICES;
import static io.tributary.schemas.topic.DevicesTopics.DEVICE_COMMANDS;
import static io.tributary.schemas.topic.DevicesTopics.OUTCOMES;
import static io.tributary.schemas.topic.DevicesTopics.READINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class DeviceStateTest {

  private static final String CONFIRMATION = "5b1c7c1e-92b5-4c52-8d43-0f2f1d9c7a10";
  private static final String OTHER_CONFIRMATION = "a07f3c55-11de-4f0b-9a61-6c9b8f6e2b77";
  private static final String BOOT = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String NEXT_BOOT = "c2a4be2b-8f0d-4a86-9a57-5b8f5f0f9e33";
  private static final long FIRST_REV = 1_000_000_000_001L;
  private static final long SECOND_REV = 1_000_000_000_002L;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.DEVICES);

  @Test
  void shouldMakeADeviceOfItsFirstRegistration() {
    send("command-1", START.plusMillis(1500), Facts.registration(CONFIRMATION, BOOT));

    Device device = topology.values(DEVICES).get(0);
    assertThat(device.getHardwareId()).isEqualTo("24:6F:28:AE:52:7C");
    assertThat(device.getConfirmationId()).isEqualTo("5b1c7c1e-92b5-4c52-8d43-0f2f1d9c7a10");
    assertThat(device.getCapabilities().getSensors()).containsExactly("bme280", "ds18b20");
    assertThat(device.getCapabilities().getFeatures())
        .containsExactlyInAnyOrderEntriesOf(Map.of("tft_display", true, "ntp_sync", false));
    assertThat(device.getFirstRegisteredAtMs()).isEqualTo(1_772_323_201_500L);
    assertThat(device.getLastSeenAtMs()).isEqualTo(1_772_323_201_500L);
    assertThat(device.getLastBootId()).isEqualTo("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6");
    assertThat(device.getFirmwareVersion()).isEqualTo("1.0.16");
    assertThat(device.getFriendlyName()).isEqualTo("bench-north");
    assertThat(device.getRev()).isEqualTo(1_000_000_000_001L);
    CommandOutcome outcome = topology.values(OUTCOMES).get(0);
    assertThat(outcome.getCommandId()).isEqualTo("command-1");
    assertThat(outcome.getSubject()).isEqualTo("24:6F:28:AE:52:7C");
    assertThat(outcome.getDecision()).isEqualTo(CommandDecision.applied);
    assertThat(outcome.getRev()).isEqualTo(1_000_000_000_001L);
  }

  @Test
  void shouldRefreshBootMembersAndKeepTheFirstRegistration() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    send(
        "command-2",
        START.plusSeconds(60),
        DeviceRegistration.newBuilder(Facts.registration(OTHER_CONFIRMATION, NEXT_BOOT))
            .setFirmwareVersion("1.1.0")
            .setFriendlyName("another name")
            .setCapabilities(Facts.capabilities("soil_moisture"))
            .build());

    Device device = last();
    assertThat(device.getConfirmationId()).isEqualTo("5b1c7c1e-92b5-4c52-8d43-0f2f1d9c7a10");
    assertThat(device.getFirstRegisteredAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(device.getFriendlyName()).isEqualTo("bench-north");
    assertThat(device.getLastSeenAtMs()).isEqualTo(1_772_323_260_000L);
    assertThat(device.getLastBootId()).isEqualTo("c2a4be2b-8f0d-4a86-9a57-5b8f5f0f9e33");
    assertThat(device.getFirmwareVersion()).isEqualTo("1.1.0");
    assertThat(device.getCapabilities().getSensors()).containsExactly("soil_moisture");
    assertThat(device.getRev()).isEqualTo(SECOND_REV);
  }

  @Test
  void shouldNotMoveBackLastSeenByARegistrationOfAnEarlierClock() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    send("command-2", START.minusSeconds(3600), Facts.registration(CONFIRMATION, NEXT_BOOT));

    Device device = last();
    assertThat(device.getLastSeenAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(device.getLastBootId()).isEqualTo("c2a4be2b-8f0d-4a86-9a57-5b8f5f0f9e33");
  }

  @Test
  void shouldWriteNothingForAnEqualRegistration() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    send("command-2", START, Facts.registration(CONFIRMATION, BOOT));

    assertThat(topology.values(DEVICES)).hasSize(1);
    CommandOutcome repeated = topology.values(OUTCOMES).get(1);
    assertThat(repeated.getDecision()).isEqualTo(CommandDecision.applied);
    assertThat(repeated.getRev()).isEqualTo(FIRST_REV);
  }

  @Test
  void shouldRenameADeviceWithoutTakingThatForASignOfLife() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    send("command-2", START.plusSeconds(60), Facts.renaming("bench-south"));
    send("command-3", START.plusSeconds(120), Facts.registration(CONFIRMATION, NEXT_BOOT));

    List<Device> states = topology.values(DEVICES);
    assertThat(states.get(1).getFriendlyName()).isEqualTo("bench-south");
    assertThat(states.get(1).getLastSeenAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(states.get(2).getFriendlyName()).isEqualTo("bench-south");
  }

  @Test
  void shouldTakeANameAwayAndAnswerTheSameWhenItIsGone() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    send("command-2", START, Facts.renaming(null));
    send("command-3", START, Facts.renaming(null));

    List<Device> states = topology.values(DEVICES);
    assertThat(states).hasSize(2);
    assertThat(states.get(1).getFriendlyName()).isNull();
    assertThat(topology.values(OUTCOMES))
        .extracting(CommandOutcome::getDecision, CommandOutcome::getRev)
        .containsExactly(
            tuple(CommandDecision.applied, FIRST_REV),
            tuple(CommandDecision.applied, SECOND_REV),
            tuple(CommandDecision.applied, SECOND_REV));
  }

  @Test
  void shouldRejectTheRenamingOfAnUnknownDeviceEvenIfItIsActive() {
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START, "a"));
    send("command-1", START, Facts.renaming("bench-south"));

    assertThat(topology.records(DEVICES)).isEmpty();
    CommandOutcome outcome = topology.values(OUTCOMES).get(0);
    assertThat(outcome.getDecision()).isEqualTo(CommandDecision.rejected);
    assertThat(outcome.getCode()).isEqualTo("DEVICE_NOT_FOUND");
    assertThat(outcome.getRev()).isNull();
  }

  @Test
  void shouldMoveLastSeenByActivityOnceInFiveMinutes() {
    send("command-1", START, Facts.registration(CONFIRMATION, BOOT));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusSeconds(1), "a"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusMillis(300_999), "b"));
    topology.send(BATCHES, DEVICE, Facts.batch(DEVICE, START.plusMillis(301_000), "c"));

    List<Device> states = topology.values(DEVICES);
    assertThat(states)
        .extracting(Device::getLastSeenAtMs)
        .containsExactly(1_772_323_200_000L, 1_772_323_201_000L, 1_772_323_501_000L);
    assertThat(states.get(2).getRev()).isEqualTo(1_000_000_000_003L);
    assertThat(states.get(2).getLastBootId()).isEqualTo("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6");
    assertThat(topology.values(READINGS)).hasSize(3);
  }

  private void send(String commandId, Instant acceptedAt, SpecificRecordBase change) {
    topology.send(
        DEVICE_COMMANDS, DEVICE, Facts.deviceCommand(commandId, DEVICE, acceptedAt, change));
  }

  private Device last() {
    List<Device> states = topology.values(DEVICES);
    return states.get(states.size() - 1);
  }
}
