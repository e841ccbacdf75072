package io.tributary.gateway.channel.verify;

import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.context.RuntimeContext;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Verifies requests of a provider. */
@FunctionalInterface
public interface ProviderAdapter {

  String NO_KEY = "there is nothing to verify with; repeat the request later";

  /** Verifies a request before anything of its body is read. */
  CompletableFuture<VerificationResult> verify(ChannelAccount account, ApiRequest request);

  /**
   * The adapter of a provider.
   *
   * @param pages fetches certificates and confirmations of SNS; never blocks nor throws
   */
  static ProviderAdapter of(
      ChannelProvider provider,
      Function<URI, CompletableFuture<byte[]>> pages,
      RuntimeContext runtime) {
    SignatureScheme scheme = provider.signature();
    if (scheme instanceof SignatureScheme.Local local) {
      return (account, request) ->
          scheme.canVerify(account) || !provider.neverRetries()
              ? VerificationResult.now(local.refusal(account, request, runtime.nowMillis()))
              : CompletableFuture.completedFuture(new VerificationResult.Undecided(NO_KEY));
    }
    return scheme == SignatureScheme.Remote.SNS
        ? new SesAdapter(pages, runtime)
        : new TeamsAdapter(runtime);
  }
}
