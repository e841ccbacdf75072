package io.tributary.gateway.channel.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** ECDSA with SHA-256; keys and signatures in base64, as SendGrid writes them. */
public final class EcdsaKeys {

  private EcdsaKeys() {}

  /** The key of a SubjectPublicKeyInfo; empty if invalid. */
  public static Optional<PublicKey> publicKey(String base64) {
    return decode(base64).flatMap(EcdsaKeys::key);
  }

  /** Decodes a signature; empty if not base64. */
  public static Optional<byte[]> decode(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Verifies a DER signature over the joined parts. */
  public static boolean isBy(PublicKey key, byte[] signature, byte[]... parts) {
    try {
      Signature verifier = Signature.getInstance("SHA256withECDSA");
      verifier.initVerify(key);
      for (byte[] part : parts) {
        verifier.update(part);
      }
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static Optional<PublicKey> key(byte[] encoded) {
    try {
      return Optional.of(
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
