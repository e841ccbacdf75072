package io.tributary.gateway.devices;

import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;

/** Rules of what readings and registrations both say about a device. */
final class DeviceTexts {

  static final TextRule HARDWARE_ID = TextRule.key(KeyPart.HARDWARE_ID);
  static final TextRule BOOT_ID = TextRule.key(KeyPart.UUID_V4);
  static final TextRule FIRMWARE_VERSION = TextRule.length(1, 1024);
  static final TextRule FRIENDLY_NAME = TextRule.length(0, 1024);

  private DeviceTexts() {}
}
