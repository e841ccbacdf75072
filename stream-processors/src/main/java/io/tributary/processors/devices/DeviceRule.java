package io.tributary.processors.devices;

import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.devices.DeviceRenaming;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.Decision;
import java.util.Optional;

/**
 * Rules for devices: the first registration creates one, later ones update it, and only operators
 * rename it.
 */
final class DeviceRule implements CommandRules.Rule<DeviceCommand, Device> {

  static final String DEVICE_NOT_FOUND = "DEVICE_NOT_FOUND";

  @Override
  public Decision<Device> decide(DeviceCommand command, Optional<Device> state, long nextRev) {
    if (command.getChange() instanceof DeviceRegistration registration) {
      return state
          .map(before -> refreshed(before, command, registration, nextRev))
          .orElseGet(() -> new Decision.Changed<>(created(command, registration, nextRev)));
    }
    DeviceRenaming renaming = (DeviceRenaming) command.getChange();
    return state
        .map(before -> renamed(before, renaming, nextRev))
        .orElseGet(() -> new Decision.Rejected<>(DEVICE_NOT_FOUND));
  }

  /** Activity moves last_seen_at, never back. */
  static Optional<Device> seen(Device state, long countedAt, long rev) {
    Device after = Device.newBuilder(state).setLastSeenAtMs(later(state, countedAt)).build();
    return changedOrNot(state, after, rev).change();
  }

  private static Device created(DeviceCommand command, DeviceRegistration registration, long rev) {
    long acceptedAt = command.getEnvelope().getAcceptedAtMs();
    return Device.newBuilder()
        .setHardwareId(command.getHardwareId())
        .setConfirmationId(registration.getConfirmationId())
        .setCapabilities(registration.getCapabilities())
        .setFirstRegisteredAtMs(acceptedAt)
        .setLastSeenAtMs(acceptedAt)
        .setLastBootId(registration.getBootId())
        .setFirmwareVersion(registration.getFirmwareVersion())
        .setFriendlyName(registration.getFriendlyName())
        .setRev(rev)
        .build();
  }

  private static Decision<Device> refreshed(
      Device before, DeviceCommand command, DeviceRegistration registration, long rev) {
    Device after =
        Device.newBuilder(before)
            .setCapabilities(registration.getCapabilities())
            .setLastSeenAtMs(later(before, command.getEnvelope().getAcceptedAtMs()))
            .setLastBootId(registration.getBootId())
            .setFirmwareVersion(registration.getFirmwareVersion())
            .build();
    return changedOrNot(before, after, rev);
  }

  private static Decision<Device> renamed(Device before, DeviceRenaming renaming, long rev) {
    Device after = Device.newBuilder(before).setFriendlyName(renaming.getFriendlyName()).build();
    return changedOrNot(before, after, rev);
  }

  private static long later(Device state, long moment) {
    return Math.max(state.getLastSeenAtMs(), moment);
  }

  /** The state under its revision; unchanged without a difference. */
  private static Decision<Device> changedOrNot(Device before, Device after, long rev) {
    if (before.equals(after)) {
      return new Decision.Unchanged<>();
    }
    return new Decision.Changed<>(Device.newBuilder(after).setRev(rev).build());
  }
}
