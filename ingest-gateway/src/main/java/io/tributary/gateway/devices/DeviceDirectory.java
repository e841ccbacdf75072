package io.tributary.gateway.devices;

import io.tributary.avro.devices.Device;
import io.tributary.gateway.kafka.Directory;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Names of registered devices. */
final class DeviceDirectory {

  private final Directory<String, Device, Optional<String>> directory;

  DeviceDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            DevicesTopics.DEVICES,
            source,
            Device::getHardwareId,
            device -> Optional.ofNullable(device.getFriendlyName()),
            Device::getRev,
            (before, after) -> {});
  }

  /** The device's name, if registered and named. */
  Optional<String> friendlyName(String hardwareId) {
    return directory.find(hardwareId).flatMap(name -> name);
  }

  /** Done once the device is known; fails at the deadline. */
  CompletableFuture<?> registered(String hardwareId, Deadline deadline) {
    return directory.visible(hardwareId, Long.MIN_VALUE, deadline);
  }

  CompletableFuture<?> visible(String hardwareId, long rev, Deadline deadline) {
    return directory.visible(hardwareId, rev, deadline);
  }
}
