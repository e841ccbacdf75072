package io.tributary.gateway.channel.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** Secrets and public keys of Standard Webhooks. */
public final class StandardWebhooksKeys {

  private static final String SECRET = "whsec_";
  private static final String PUBLIC_KEY = "whpk_";
  private static final int LEAST_SECRET_BYTES = 24;
  private static final int MOST_SECRET_BYTES = 64;
  private static final int PUBLIC_KEY_BYTES = 32;

  /** Prefix of an Ed25519 key's SubjectPublicKeyInfo. */
  private static final byte[] HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  private StandardWebhooksKeys() {}

  /** The 24 to 64 bytes of {@code whsec_} and base64; empty if invalid. */
  public static Optional<byte[]> secret(String text) {
    return decode(SECRET, text)
        .filter(bytes -> bytes.length >= LEAST_SECRET_BYTES && bytes.length <= MOST_SECRET_BYTES);
  }

  /** The key of {@code whpk_} and base64; empty if invalid. */
  public static Optional<PublicKey> publicKey(String text) {
    return decode(PUBLIC_KEY, text)
        .filter(bytes -> bytes.length == PUBLIC_KEY_BYTES)
        .flatMap(StandardWebhooksKeys::ed25519);
  }

  private static Optional<byte[]> decode(String prefix, String text) {
    String base64 = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<PublicKey> ed25519(byte[] key) {
    byte[] encoded = new byte[HEAD.length + key.length];
    System.arraycopy(HEAD, 0, encoded, 0, HEAD.length);
    System.arraycopy(key, 0, encoded, HEAD.length, key.length);
    try {
      return Optional.of(
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
