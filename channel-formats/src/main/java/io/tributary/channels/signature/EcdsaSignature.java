package io.tributary.channels.signature;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An ECDSA signature over time and body.
 *
 * @param time header with the epoch second of the signature
 * @param oldest time after which the provider repeats no request
 */
public record EcdsaSignature(String header, String time, Duration oldest)
    implements SignatureScheme.Local {

  @Override
  public boolean canVerify(Credentials account) {
    return !account.publicKeys().isEmpty();
  }

  @Override
  public Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(header, "ECDSA with SHA-256 over time and body, in base64.");
    headers.put(time, "The time that is signed, however long ago.");
    return headers;
  }

  @Override
  public Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis) {
    Optional<byte[]> signature = request.header(header).flatMap(PublicKeys::decode);
    Optional<String> at = request.header(time);
    if (signature.isEmpty() || at.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    byte[] signedAt = at.get().getBytes(StandardCharsets.UTF_8);
    return SignatureAge.refusal(at.get(), nowMillis, oldest)
        .or(() -> refusal(account, signature.get(), signedAt, request.body()));
  }

  private static Optional<Refusal> refusal(
      Credentials account, byte[] signature, byte[] time, byte[] body) {
    return account.publicKeys().stream()
            .anyMatch(key -> PublicKeys.verify("SHA256withECDSA", key, signature, time, body))
        ? Optional.empty()
        : Optional.of(Refusal.SIGNATURE);
  }
}
