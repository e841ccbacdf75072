package io.tributary.gateway.devices;

import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.secret.DerivedIds;

/** Reads a registration, and derives its confirmation id. */
record RegistrationReader(DerivedIds confirmationIds) {

  private static final RecordReader REGISTRATION =
      RecordReader.all(DeviceRegistration.getClassSchema());
  private static final RecordReader CAPABILITIES = RecordReader.all(Capabilities.getClassSchema());

  DeviceCommand.Builder read(RequestObject body) {
    String hardwareId = body.text("hardware_id", DeviceRules.HARDWARE_ID);
    DeviceRegistration registration = REGISTRATION.read(body, new DeviceRegistration());
    registration.setConfirmationId(confirmationIds.of(hardwareId));
    registration.setCapabilities(
        CAPABILITIES.read(body.object("capabilities"), new Capabilities()));
    return DeviceCommand.newBuilder().setHardwareId(hardwareId).setChange(registration);
  }
}
