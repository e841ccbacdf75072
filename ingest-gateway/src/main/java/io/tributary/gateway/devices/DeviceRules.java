package io.tributary.gateway.devices;

import io.tributary.avro.devices.DeviceCommand;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;

/** Rules of texts in readings and registrations. */
final class DeviceRules {

  static final TextRule HARDWARE_ID =
      RecordRule.of(DeviceCommand.getClassSchema()).text("hardware_id");

  /** Rule broken by a hardware id that the API key is not bound to. */
  static final String OF_KEY = "must be a device that the API key is bound to";

  /** Rule broken by a batch id under a bound API key. */
  static final String ID_OF_KEY =
      "must begin with the reading's hardware_id, because the API key is bound to devices";

  private DeviceRules() {}
}
