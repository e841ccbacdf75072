package io.tributary.gateway.secret;

import io.tributary.runtime.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 with a secret as its key. */
public final class KeyedHash {

  private static final String ALGORITHM = "HmacSHA256";

  private KeyedHash() {}

  /** The 32 bytes for a text; secret and text count as UTF-8. */
  public static byte[] of(Secret secret, String text) {
    return of(
        secret.reveal().getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 32 bytes for what these parts make one after the other. */
  public static byte[] of(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
