package io.tributary.gateway.devices;

import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;

/** Rules of texts in readings and registrations. */
final class DeviceRules {

  static final TextRule HARDWARE_ID = TextRule.key(KeyPart.HARDWARE_ID);
  static final TextRule BOOT_ID = TextRule.key(KeyPart.UUID_V4);
  static final TextRule FIRMWARE_VERSION = TextRule.length(1, 1024);
  static final TextRule FRIENDLY_NAME = TextRule.length(0, 1024);

  /** Rule broken by a hardware id that the API key is not bound to. */
  static final String OF_KEY = "must be a device that the API key is bound to";

  /** Rule broken by a batch id under a bound API key. */
  static final String ID_OF_KEY =
      "must begin with the reading's hardware_id, because the API key is bound to devices";

  private DeviceRules() {}
}
