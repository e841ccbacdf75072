package io.tributary.gateway.channel.verify;

import io.tributary.channels.event.ProviderIds;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.keys.PublicKeys;
import io.tributary.gateway.channel.keys.StandardWebhooksKeys;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.secret.KeyedHash;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Verifies Standard Webhooks: v1 with secrets, v1a with public keys, or both. */
public record GenericAdapter(Ambient ambient) implements ProviderAdapter.Immediate {

  private static final String ID = "webhook-id";
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
  }

  @Override
  public boolean canVerify(ChannelAccount account) {
    return !account.secrets().isEmpty() || !account.publicKeys().isEmpty();
  }

  @Override
  public List<String> signatureHeaders() {
    return List.of(ID, TIME, SIGNATURES);
  }

  @Override
  public Optional<Refusal> refusal(ChannelAccount account, ApiRequest request) {
    Optional<String> id = request.header(ID).filter(text -> !text.isBlank());
    Optional<String> time = request.header(TIME);
    Optional<String> signatures = request.header(SIGNATURES);
    if (id.isEmpty() || time.isEmpty() || signatures.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    Optional<Refusal> age = SignatureAge.refusal(time.get(), ambient.nowMillis());
    Signed signed = Signed.of(id.get(), time.get(), request.body());
    return age.isPresent() ? age : refusal(account, signatures.get(), signed);
  }

  @Override
  public Optional<String> eventId(ChannelAccount.Name account, ApiRequest request) {
    return request
        .header(ID)
        .map(id -> ProviderIds.event(account.provider().label(), account.account(), id));
  }

  private static Optional<Refusal> refusal(
      ChannelAccount account, String signatures, Signed signed) {
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
  private static boolean isSymmetric(ChannelAccount account, List<String> all, Signed signed) {
    boolean known = false;
    for (Secret secret : account.secrets()) {
      byte[] key = StandardWebhooksKeys.secret(secret.reveal()).orElseThrow();
      byte[] hash = KeyedHash.of(key, signed.head(), signed.body());
      String expected = SYMMETRIC + Base64.getEncoder().encodeToString(hash);
      byte[] bytes = expected.getBytes(StandardCharsets.UTF_8);
      for (String offered : all) {
        known |= MessageDigest.isEqual(bytes, offered.getBytes(StandardCharsets.UTF_8));
      }
    }
    return known;
  }

  private static boolean isAsymmetric(ChannelAccount account, List<String> some, Signed signed) {
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
}
