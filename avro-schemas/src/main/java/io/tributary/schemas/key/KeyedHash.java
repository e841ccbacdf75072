package io.tributary.schemas.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256, and HMAC-SHA1 for providers that sign with it. */
public final class KeyedHash {

  private static final String SHA256 = "HmacSHA256";
  private static final String SHA1 = "HmacSHA1";

  private KeyedHash() {}

  /** HMAC-SHA256 of texts in UTF-8. */
  public static byte[] of(String key, String text) {
    return of(key.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
  }

  /** HMAC-SHA256 of the joined parts. */
  public static byte[] of(byte[] key, byte[]... parts) {
    return of(SHA256, key, parts);
  }

  public static byte[] sha1(byte[] key, byte[]... parts) {
    return of(SHA1, key, parts);
  }

  private static byte[] of(String algorithm, byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
