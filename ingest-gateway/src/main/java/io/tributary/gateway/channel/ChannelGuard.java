package io.tributary.gateway.channel;

import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.Refusal;
import io.tributary.channels.signature.SharedSecret;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.channel.verify.ProviderAdapter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Checks of a provider's requests before the body is read.
 *
 * @param kinds of ignored events that are counted by name, of all providers
 */
public record ChannelGuard(
    Provider provider,
    ReloadableFile<ChannelAccounts> accounts,
    GatewayMetrics metrics,
    Set<String> kinds) {

  /** Limit over all providers, for the number of a meter's rows. */
  private static final int MOST_KINDS = 32;

  /** Challenges of providers have some dozens of characters. */
  private static final int LONGEST_CHALLENGE = 1024;

  static final String ACCOUNT = "account";
  static final Problem NO_ACCOUNT = Problem.of(ErrorCode.NOT_FOUND, "no such account");

  void verified() {
    metrics.channelVerified(provider.label());
  }

  void ignored(String kind, int events) {
    String named = provider.label() + ' ' + kind;
    boolean kept = kinds.contains(named) || (kinds.size() < MOST_KINDS && kinds.add(named));
    metrics.channelIgnored(provider.label(), kept ? kind : "other", events);
  }

  void malformed(int events) {
    if (events > 0) {
      metrics.channelMalformed(provider.label(), events);
    }
  }

  Optional<ChannelAccount> account(Map<String, String> path) {
    return accounts.content().find(provider, path.getOrDefault(ACCOUNT, ""));
  }

  /** Requires the account, a means of verification, and signature headers. */
  public Optional<Problem> refusal(
      Principal anonymous, Map<String, String> path, Function<String, Optional<String>> head) {
    Optional<ChannelAccount> account = account(path);
    if (account.isEmpty()) {
      return Optional.of(noAccount());
    }
    SignatureScheme signature = provider.definition().signature();
    if (signature.canVerify(account.get())) {
      boolean signed =
          signature.headers().keySet().stream().allMatch(name -> head.apply(name).isPresent());
      return signed ? Optional.empty() : Optional.of(refuse(Refusal.UNSIGNED));
    }
    Problem refused = refuse(ErrorCode.FORBIDDEN, Refusal.NO_SECRET);
    return Optional.of(
        provider.definition().neverRetries()
            ? Problem.unavailable(ProviderAdapter.NO_KEY)
            : refused);
  }

  /** Requires the account, for a handshake by GET. */
  Optional<Problem> absence(
      Principal anonymous, Map<String, String> path, Function<String, Optional<String>> head) {
    return account(path).isEmpty() ? Optional.of(noAccount()) : Optional.empty();
  }

  /** Echoes the challenge of a sender that knows the account's token. */
  CompletableFuture<Reply> handshake(ApiRequest request) {
    String offered = request.query().getOrDefault("hub.verify_token", "");
    boolean known =
        account(request.path())
            .flatMap(ChannelAccount::verifyToken)
            .filter(token -> isSame(token, offered))
            .isPresent();
    Optional<Reply> challenge =
        echo(Optional.ofNullable(request.query().get("hub.challenge")))
            .filter(reply -> known && "subscribe".equals(request.query().get("hub.mode")));
    challenge.ifPresent(reply -> verified());
    return challenge.orElseGet(() -> refuse(Refusal.VERIFY_TOKEN)).completed();
  }

  /** Echoes a challenge; empty if absent or overlong. */
  static Optional<Reply> echo(Optional<String> challenge) {
    return challenge.filter(text -> text.length() <= LONGEST_CHALLENGE).map(Answer::text);
  }

  /** Refuses with the code that suits the provider. */
  Problem refuse(Refusal why) {
    boolean unauthorized = provider.definition().takesUnauthorized();
    return refuse(unauthorized ? ErrorCode.UNAUTHORIZED : ErrorCode.FORBIDDEN, why);
  }

  private Problem refuse(ErrorCode code, Refusal why) {
    metrics.channelRefused(provider.label(), why.label());
    return Problem.of(code, "the request's signature does not match the account")
        .because(provider.label() + ' ' + why.label());
  }

  private Problem noAccount() {
    metrics.channelRefused(provider.label(), Refusal.UNKNOWN_ACCOUNT.label());
    return NO_ACCOUNT.because(provider.label() + ' ' + Refusal.UNKNOWN_ACCOUNT.label());
  }

  private static boolean isSame(Secret token, String offered) {
    return SharedSecret.isSame(token.reveal().getBytes(StandardCharsets.UTF_8), offered);
  }
}
