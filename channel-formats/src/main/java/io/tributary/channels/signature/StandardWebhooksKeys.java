package io.tributary.channels.signature;

import java.nio.ByteBuffer;
import java.security.PublicKey;
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
    return PublicKeys.decode(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
  }

  private static Optional<PublicKey> ed25519(byte[] key) {
    return PublicKeys.read(
        "Ed25519", ByteBuffer.allocate(HEAD.length + key.length).put(HEAD).put(key).array());
  }
}
