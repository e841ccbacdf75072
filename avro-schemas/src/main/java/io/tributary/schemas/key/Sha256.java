package io.tributary.schemas.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, and of texts in UTF-8. */
public final class Sha256 {

  private Sha256() {}

  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }

  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lower-case hex. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  /** Lower-case hex. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}
