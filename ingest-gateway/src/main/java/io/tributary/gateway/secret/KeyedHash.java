package io.tributary.gateway.secret;

import io.tributary.runtime.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMACs with a secret as the key: SHA-256, and SHA-1 where others sign with it. */
public final class KeyedHash {

  private static final String SHA256 = "HmacSHA256";
  private static final String SHA1 = "HmacSHA1";

  private KeyedHash() {}

  /** The 32 bytes for a text; secret and text count as UTF-8. */
  public static byte[] of(Secret secret, String text) {
    return of(
        secret.reveal().getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 32 bytes for what these parts make one after the other. */
  public static byte[] of(byte[] key, byte[]... parts) {
    return of(SHA256, key, parts);
  }

  /** The 20 bytes of SHA-1 for the same. */
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
