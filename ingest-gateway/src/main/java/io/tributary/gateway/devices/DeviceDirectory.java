package io.tributary.gateway.devices;

import io.tributary.avro.devices.Device;
import io.tributary.gateway.command.Visibility;
import io.tributary.gateway.directory.Directory;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Names of registered devices. */
final class DeviceDirectory implements Visibility {

  private final Directory<String, Device, KnownDevice> directory;

  DeviceDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            DevicesTopics.DEVICES, source, DeviceDirectory::known, (before, after) -> {});
  }

  private record KnownDevice(Optional<String> friendlyName, long rev) {}

  /** The device's name, if registered and named. */
  Optional<String> friendlyName(String hardwareId) {
    return directory.find(hardwareId).flatMap(KnownDevice::friendlyName);
  }

  /** Done once the device is known; fails at the deadline. */
  CompletableFuture<?> registered(String hardwareId, Deadline deadline) {
    return directory.awaitEntry(hardwareId, device -> true, deadline);
  }

  @Override
  public CompletableFuture<?> visible(String hardwareId, long rev, Deadline deadline) {
    return directory.awaitEntry(hardwareId, device -> device.rev() >= rev, deadline);
  }

  private static KnownDevice known(Device device) {
    return new KnownDevice(Optional.ofNullable(device.getFriendlyName()), device.getRev());
  }
}
