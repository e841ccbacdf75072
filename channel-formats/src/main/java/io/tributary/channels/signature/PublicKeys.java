package io.tributary.channels.signature;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** Public keys and signatures of the JDK's algorithms, without checked exceptions. */
public final class PublicKeys {

  private PublicKeys() {}

  /** The key of a SubjectPublicKeyInfo; empty if invalid. */
  public static Optional<PublicKey> read(String algorithm, byte[] encoded) {
    try {
      return Optional.of(
          KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /** The key of a SubjectPublicKeyInfo in base64; empty if invalid. */
  public static Optional<PublicKey> readBase64(String algorithm, String base64) {
    return decode(base64).flatMap(bytes -> read(algorithm, bytes));
  }

  /** The bytes of base64; empty if invalid. */
  public static Optional<byte[]> decode(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Verifies a signature over the joined parts. */
  public static boolean verify(String algorithm, PublicKey key, byte[] signature, byte[]... parts) {
    try {
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(key);
      for (byte[] part : parts) {
        verifier.update(part);
      }
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
