package io.tributary.processors.outreach;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Ids of entries: UUIDs of version 5 (RFC 9562) of their messages' ids, among object identifiers.
 * They are names and protect nothing, so SHA-1 is enough.
 */
final class EntryIds {

  private static final UUID NAMESPACE_OID = UUID.fromString("6ba7b812-9dad-11d1-80b4-00c04fd430c8");
  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_5 = 0x5000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private EntryIds() {}

  /** The id of a message's entry, in lower case with hyphens. */
  static String of(String messageId) {
    MessageDigest sha1 = sha1();
    sha1.update(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(NAMESPACE_OID.getMostSignificantBits())
            .putLong(NAMESPACE_OID.getLeastSignificantBits())
            .array());
    ByteBuffer hash = ByteBuffer.wrap(sha1.digest(messageId.getBytes(StandardCharsets.UTF_8)));
    long most = (hash.getLong() & ~VERSION_BITS) | VERSION_5;
    long least = (hash.getLong() & ~VARIANT_BITS) | VARIANT;
    return new UUID(most, least).toString();
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
