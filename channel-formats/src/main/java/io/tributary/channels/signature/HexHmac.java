package io.tributary.channels.signature;

import io.tributary.schemas.key.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An HMAC-SHA256 in hex over the body, or over version, time and body joined by colons.
 *
 * @param header with the version, an equals sign and the HMAC
 * @param time header with the epoch second of the signature; empty if the body alone is signed
 */
public record HexHmac(String header, String version, String time)
    implements SignatureScheme.Shared {

  @Override
  public Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    String signed = time.isEmpty() ? "the body" : "version, time and body";
    headers.put(header, version + "= and the HMAC-SHA256 of " + signed + ", in hex.");
    if (!time.isEmpty()) {
      headers.put(time, SignatureAge.RULE);
    }
    return headers;
  }

  @Override
  public Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis) {
    Optional<String> offered = request.header(header);
    Optional<String> at = time.isEmpty() ? Optional.of("") : request.header(time);
    if (offered.isEmpty() || at.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    Optional<Refusal> age =
        time.isEmpty() ? Optional.empty() : SignatureAge.refusal(at.get(), nowMillis);
    return age.or(() -> refusal(account, offered.get(), at.get(), request.body()));
  }

  private Optional<Refusal> refusal(Credentials account, String offered, String at, byte[] body) {
    byte[] bytes = offered.getBytes(StandardCharsets.UTF_8);
    boolean known =
        account.anySecret(secret -> MessageDigest.isEqual(signature(secret, at, body), bytes));
    return known ? Optional.empty() : Optional.of(Refusal.SIGNATURE);
  }

  @Override
  public Map<String, String> sign(byte[] secret, String url, byte[] body, long second) {
    String at = Long.toString(second);
    String signature = new String(signature(secret, at, body), StandardCharsets.UTF_8);
    return time.isEmpty() ? Map.of(header, signature) : Map.of(header, signature, time, at);
  }

  private byte[] signature(byte[] secret, String at, byte[] body) {
    String head = time.isEmpty() ? "" : version + ':' + at + ':';
    byte[] hash = KeyedHash.of(secret, head.getBytes(StandardCharsets.UTF_8), body);
    return (version + '=' + HexFormat.of().formatHex(hash)).getBytes(StandardCharsets.UTF_8);
  }
}
