package io.tributary.sink.devices;

import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.Device;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of devices to devices, listed by their last activity. */
final class DeviceMapper implements RecordMapper<String, Device> {

  @Override
  public ItemWrite map(String hardwareId, Device device) {
    RecordMapper.requireImplied(device.getHardwareId(), hardwareId);
    return new VersionedPut(DevicesTables.DEVICES.name(), "hardware_id", item(device));
  }

  @Override
  public Optional<VersionedDelete> removal(String key) {
    return Optional.of(
        new VersionedDelete(
            DevicesTables.DEVICES.name(), new ItemBuilder().text("hardware_id", key).build(), 0));
  }

  private static Item item(Device device) {
    return new ItemBuilder()
        .text("hardware_id", device.getHardwareId())
        .text("confirmation_id", device.getConfirmationId())
        .map("capabilities", capabilities(device.getCapabilities()))
        .second("first_registered_at", device.getFirstRegisteredAtMs())
        .second("last_seen_at", device.getLastSeenAtMs())
        .text("last_boot_id", device.getLastBootId())
        .text("firmware_version", device.getFirmwareVersion())
        .text("friendly_name", device.getFriendlyName())
        .text("gsi1pk", "devices")
        .second("gsi1sk", device.getLastSeenAtMs())
        .number(VersionedPut.REVISION, device.getRev())
        .build();
  }

  private static ItemBuilder capabilities(Capabilities capabilities) {
    ItemBuilder features = new ItemBuilder();
    capabilities.getFeatures().forEach(features::flag);
    return new ItemBuilder().texts("sensors", capabilities.getSensors()).map("features", features);
  }
}
