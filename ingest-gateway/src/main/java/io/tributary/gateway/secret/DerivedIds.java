package io.tributary.gateway.secret;

import io.tributary.runtime.config.Secret;
import io.tributary.schemas.key.KeyedHash;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * UUIDs derived from texts, so that all instances agree on them.
 *
 * @param key makes ids unpredictable
 */
public record DerivedIds(Secret key) {

  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC_4122 = 0x8000_0000_0000_0000L;

  /** A UUID of version 4 from the first 16 bytes of the keyed hash. */
  public String of(String text) {
    return uuid(KeyedHash.of(key.reveal(), text));
  }

  /** The same from another hash. */
  public static String uuid(byte[] digest) {
    ByteBuffer hash = ByteBuffer.wrap(digest);
    long high = (hash.getLong() & ~VERSION_BITS) | VERSION_4;
    long low = (hash.getLong() & ~VARIANT_BITS) | VARIANT_RFC_4122;
    return new UUID(high, low).toString();
  }
}
