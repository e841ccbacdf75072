package io.tributary.gateway.devices;

import io.tributary.gateway.secret.KeyedHash;
import io.tributary.runtime.config.Secret;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Confirmation ids of devices. They are derived, so that instances which register the same device
 * at the same time answer alike without asking each other.
 *
 * @param key without it nobody can foretell an id
 */
record ConfirmationIds(Secret key) {

  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC_4122 = 0x8000_0000_0000_0000L;

  /** The first 16 bytes of the keyed hash of the hardware id, laid out as a UUID of version 4. */
  String of(String hardwareId) {
    ByteBuffer hash = ByteBuffer.wrap(KeyedHash.of(key, hardwareId));
    long high = (hash.getLong() & ~VERSION_BITS) | VERSION_4;
    long low = (hash.getLong() & ~VARIANT_BITS) | VARIANT_RFC_4122;
    return new UUID(high, low).toString();
  }
}
