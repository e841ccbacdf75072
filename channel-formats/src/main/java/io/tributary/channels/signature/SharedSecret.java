package io.tributary.channels.signature;

import io.tributary.schemas.key.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;

/** The secret itself, in a header. */
public record SharedSecret(String header) implements SignatureScheme.Shared {

  private static final byte[] ONE_LENGTH = "tributary".getBytes(StandardCharsets.UTF_8);

  @Override
  public Map<String, String> headers() {
    return Map.of(header, "The account's secret.");
  }

  @Override
  public String credential() {
    return "The secret in the header is the only credential: nothing of the body is signed.";
  }

  @Override
  public Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis) {
    Optional<String> offered = request.header(header);
    if (offered.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    return account.anySecret(secret -> isSame(secret, offered.get()))
        ? Optional.empty()
        : Optional.of(Refusal.SIGNATURE);
  }

  @Override
  public Map<String, String> sign(byte[] secret, String url, byte[] body, long second) {
    return Map.of(header, new String(secret, StandardCharsets.UTF_8));
  }

  /** Compares hashes, so that time does not tell the secret's length. */
  public static boolean isSame(byte[] secret, String offered) {
    return MessageDigest.isEqual(
        KeyedHash.of(ONE_LENGTH, secret),
        KeyedHash.of(ONE_LENGTH, offered.getBytes(StandardCharsets.UTF_8)));
  }
}
