package io.tributary.traffic.outreach;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/** Name-based ids by RFC 9562, section 5.5, in the name space of OIDs. */
final class EntryId {

  private static final byte[] OIDS = HexFormat.of().parseHex("6ba7b8129dad11d180b400c04fd430c8");

  private EntryId() {}

  static String of(String messageId) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(OIDS);
      byte[] hash = sha1.digest(messageId.getBytes(StandardCharsets.UTF_8));
      hash[6] = (byte) ((hash[6] & 0x0f) | 0x50);
      hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
      ByteBuffer bytes = ByteBuffer.wrap(hash);
      return new UUID(bytes.getLong(), bytes.getLong()).toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
