package io.tributary.gateway.channel;

import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.mail.MailEvents;
import io.tributary.channels.provider.Provider;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.channel.keys.HttpPages;
import io.tributary.gateway.channel.verify.ProviderAdapter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.context.RuntimeContext;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Routes of channel providers. */
public final class Channels {

  private static final String ROOT = "/v1/channels/";
  private static final long NO_BODY = 0;

  private final long bodyLimit;
  private final ReloadableFile<ChannelAccounts> accounts;
  private final GatewayMetrics metrics;
  private final LongSupplier now;
  private final Map<Provider, ProviderAdapter> adapters;
  private final AccountExecutors mails = new AccountExecutors();
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  /**
   * Channels without I/O.
   *
   * @param bodyLimit the largest message, and the largest body unless a provider has its own limit
   */
  public Channels(
      long bodyLimit,
      ReloadableFile<ChannelAccounts> accounts,
      GatewayMetrics metrics,
      RuntimeContext runtime) {
    this(bodyLimit, accounts, metrics, new HttpPages()::get, runtime);
  }

  /**
   * Channels with other pages of SNS.
   *
   * @param pages never blocks nor throws
   */
  public Channels(
      long bodyLimit,
      ReloadableFile<ChannelAccounts> accounts,
      GatewayMetrics metrics,
      Function<URI, CompletableFuture<byte[]>> pages,
      RuntimeContext runtime) {
    this.bodyLimit = bodyLimit;
    this.accounts = accounts;
    this.metrics = metrics;
    this.now = runtime::nowMillis;
    this.adapters =
        Stream.of(Provider.values())
            .collect(
                Collectors.toMap(
                    each -> each, each -> ProviderAdapter.of(each.definition(), pages, runtime)));
  }

  /** The routes of all providers whose messages a family takes. */
  public List<HttpRoute> routes(Function<Provider, Optional<ChannelIntake>> intakes) {
    return Stream.of(Provider.values())
        .flatMap(
            provider ->
                intakes.apply(provider).stream().flatMap(intake -> routes(provider, intake)))
        .toList();
  }

  /** Number of accounts without any means of verification. */
  public long accountsWithoutSecret() {
    Map<ChannelAccount.Name, ChannelAccount> all = accounts.content().byName();
    return all.values().stream()
        .filter(account -> !account.name().provider().definition().signature().canVerify(account))
        .count();
  }

  /** Mails are parsed apart; messages of others have no parts or HTML. */
  private Function<ChannelAccount.Name, Executor> executors(Provider provider) {
    return provider.channelType().equals(MailEvents.TYPE) ? mails::of : account -> Runnable::run;
  }

  private static List<String> credentials(ChannelProvider provider) {
    return provider.signature().headers().keySet().stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .toList();
  }

  private Stream<HttpRoute> routes(Provider provider, ChannelIntake intake) {
    ChannelProvider definition = provider.definition();
    String path = ROOT + provider.label() + "/{" + ChannelGuard.ACCOUNT + '}';
    ChannelGuard guard = new ChannelGuard(provider, accounts, metrics, kinds);
    ChannelEndpoint endpoint =
        new ChannelEndpoint(
            Objects.requireNonNull(adapters.get(provider)),
            definition,
            guard,
            intake,
            bodyLimit,
            now,
            executors(provider));
    HttpRoute events =
        HttpRoute.of("POST", path, Authenticator.OPEN, definition.bodyLimit(bodyLimit), endpoint)
            .withExtraBytes(definition.derivedBytes(bodyLimit))
            .within(definition.answerWithin())
            .provenBy(credentials(definition))
            .with(guard::refusal);
    HttpRoute handshake =
        HttpRoute.of("GET", path, Authenticator.OPEN, NO_BODY, guard::handshake)
            .with(guard::absence);
    return definition.asksByGet() ? Stream.of(events, handshake) : Stream.of(events);
  }
}
