package io.tributary.gateway.devices;

import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.gateway.secret.DerivedIds;

/** Reads a registration, and derives its confirmation id. */
record RegistrationReader(DerivedIds confirmationIds) {

  /** Limit of sensors and of features; with {@link #NAME} it keeps items far below 400 KB. */
  private static final int MOST_CAPABILITIES = 100;

  private static final TextRule NAME = TextRule.length(1, 128);

  DeviceCommand.Builder read(JsonObject body) {
    String hardwareId = body.text("hardware_id", DeviceRules.HARDWARE_ID);
    return DeviceCommand.newBuilder()
        .setHardwareId(hardwareId)
        .setChange(
            new DeviceRegistration(
                confirmationIds.of(hardwareId),
                body.text("boot_id", DeviceRules.BOOT_ID),
                body.text("firmware_version", DeviceRules.FIRMWARE_VERSION),
                body.optionalText("friendly_name", DeviceRules.FRIENDLY_NAME).orElse(null),
                capabilities(body.object("capabilities"))));
  }

  private static Capabilities capabilities(JsonObject object) {
    return new Capabilities(
        object.texts("sensors", MOST_CAPABILITIES, NAME),
        object.flags("features", MOST_CAPABILITIES, NAME));
  }
}
