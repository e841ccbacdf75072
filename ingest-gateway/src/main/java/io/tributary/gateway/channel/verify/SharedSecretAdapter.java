package io.tributary.gateway.channel.verify;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.secret.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** Verifies requests of providers that send the secret itself. */
public record SharedSecretAdapter(String header) implements ProviderAdapter.Immediate {

  public static final SharedSecretAdapter TELEGRAM =
      new SharedSecretAdapter("x-telegram-bot-api-secret-token");
  public static final SharedSecretAdapter WHAPI = new SharedSecretAdapter("x-whapi-secret");
  private static final byte[] ONE_LENGTH = "tributary".getBytes(StandardCharsets.UTF_8);

  @Override
  public List<String> signatureHeaders() {
    return List.of(header);
  }

  @Override
  public Optional<Refusal> refusal(ChannelAccount account, ApiRequest request) {
    return request
        .header(header)
        .map(offered -> refusal(account, offered))
        .orElse(Optional.of(Refusal.UNSIGNED));
  }

  /** Senders take 401 for a wrong secret, and repeat for a day. */
  @Override
  public ErrorCode refusalCode() {
    return ErrorCode.UNAUTHORIZED;
  }

  private static Optional<Refusal> refusal(ChannelAccount account, String offered) {
    return account.anySecret(secret -> isSame(secret, offered))
        ? Optional.empty()
        : Optional.of(Refusal.SIGNATURE);
  }

  /** Compares hashes, so that time does not tell the secret's length. */
  public static boolean isSame(byte[] secret, String offered) {
    return MessageDigest.isEqual(
        KeyedHash.of(ONE_LENGTH, secret),
        KeyedHash.of(ONE_LENGTH, offered.getBytes(StandardCharsets.UTF_8)));
  }
}
