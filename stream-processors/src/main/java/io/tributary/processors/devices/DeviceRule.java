package io.tributary.processors.devices;

import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.devices.DeviceRenaming;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.Decision;
import io.tributary.processors.fact.SameFields;
import java.util.Optional;

/**
 * Rules for devices: the first registration creates one, later ones update it, and only operators
 * rename it.
 */
final class DeviceRule implements CommandRules.Rule<DeviceCommand, Device> {

  static final String DEVICE_NOT_FOUND = "DEVICE_NOT_FOUND";

  private static final SameFields SAME =
      SameFields.of(DeviceRegistration.getClassSchema(), Device.getClassSchema());

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
    Device created = SAME.copy(registration, new Device());
    created.setHardwareId(command.getHardwareId());
    created.setFirstRegisteredAtMs(acceptedAt);
    created.setLastSeenAtMs(acceptedAt);
    created.setLastBootId(registration.getBootId());
    created.setRev(rev);
    return created;
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
