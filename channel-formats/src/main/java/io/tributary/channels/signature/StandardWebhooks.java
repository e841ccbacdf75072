package io.tributary.channels.signature;

import io.tributary.schemas.key.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Standard Webhooks: v1 with secrets, v1a with public keys, or both. */
public record StandardWebhooks() implements SignatureScheme.Shared {

  /** Header with the event's id. */
  public static final String ID = "webhook-id";

  private static final String TIME = "webhook-timestamp";
  private static final String SIGNATURES = "webhook-signature";
  private static final String SYMMETRIC = "v1,";
  private static final String ASYMMETRIC = "v1a,";
  private static final int MOST_SIGNATURES = 8;

  /** Each is tried with every public key, at far more than a hash's cost. */
  private static final int MOST_ASYMMETRIC = 3;

  private static final int ED25519_BYTES = 64;

  /** The signed text: id, time and body, joined by dots. */
  @SuppressWarnings("ArrayRecordComponent") // the bytes are hashed and never compared
  private record Signed(byte[] head, byte[] body) {

    static Signed of(String id, String time, byte[] body) {
      return new Signed((id + '.' + time + '.').getBytes(StandardCharsets.UTF_8), body);
    }

    /** The signature with a secret of the account's file. */
    byte[] with(byte[] secret) {
      byte[] key =
          StandardWebhooksKeys.secret(new String(secret, StandardCharsets.UTF_8)).orElseThrow();
      String signature = Base64.getEncoder().encodeToString(KeyedHash.of(key, head, body));
      return (SYMMETRIC + signature).getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public boolean canVerify(Credentials account) {
    return account.hasSecrets() || !account.publicKeys().isEmpty();
  }

  @Override
  public Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(ID, "The message id, the same in every redelivery.");
    headers.put(TIME, SignatureAge.RULE);
    headers.put(
        SIGNATURES,
        "v1 or v1a, a comma and base64; up to 8 with spaces between them, 3 of them v1a.");
    return headers;
  }

  @Override
  public Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis) {
    Optional<String> id = request.header(ID).filter(text -> !text.isBlank());
    Optional<String> time = request.header(TIME);
    Optional<String> signatures = request.header(SIGNATURES);
    if (id.isEmpty() || time.isEmpty() || signatures.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    Optional<Refusal> age = SignatureAge.refusal(time.get(), nowMillis);
    Signed signed = Signed.of(id.get(), time.get(), request.body());
    return age.isPresent() ? age : refusal(account, signatures.get(), signed);
  }

  private static Optional<Refusal> refusal(Credentials account, String signatures, Signed signed) {
    List<String> all = List.of(signatures.split(" ", MOST_SIGNATURES + 1));
    List<String> asymmetric = all.stream().filter(text -> text.startsWith(ASYMMETRIC)).toList();
    if (all.size() > MOST_SIGNATURES || asymmetric.size() > MOST_ASYMMETRIC) {
      return Optional.of(Refusal.UNSIGNED);
    }
    return isSymmetric(account, all, signed) || isAsymmetric(account, asymmetric, signed)
        ? Optional.empty()
        : Optional.of(Refusal.SIGNATURE);
  }

  /** Compares all in constant time; hashes the body once for each secret. */
  private static boolean isSymmetric(Credentials account, List<String> all, Signed signed) {
    return account.anySecret(
        secret -> {
          byte[] expected = signed.with(secret);
          boolean known = false;
          for (String offered : all) {
            known |= MessageDigest.isEqual(expected, offered.getBytes(StandardCharsets.UTF_8));
          }
          return known;
        });
  }

  private static boolean isAsymmetric(Credentials account, List<String> some, Signed signed) {
    return some.stream()
        .flatMap(signature -> PublicKeys.decode(signature.substring(ASYMMETRIC.length())).stream())
        .filter(bytes -> bytes.length == ED25519_BYTES)
        .anyMatch(
            bytes ->
                account.publicKeys().stream()
                    .anyMatch(
                        key ->
                            PublicKeys.verify(
                                "Ed25519", key, bytes, signed.head(), signed.body())));
  }

  /** The id is made of the body, so that a repeat keeps it. */
  @Override
  public Map<String, String> sign(byte[] secret, String url, byte[] body, long second) {
    String id = UUID.nameUUIDFromBytes(body).toString();
    String time = Long.toString(second);
    String signature = new String(Signed.of(id, time, body).with(secret), StandardCharsets.UTF_8);
    return Map.of(ID, id, TIME, time, SIGNATURES, signature);
  }
}
