package io.tributary.gateway.channel;

import io.tributary.channels.ProviderFormat;
import io.tributary.channels.mail.MailEvents;
import io.tributary.channels.provider.Provider;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.channel.keys.HttpPages;
import io.tributary.gateway.channel.verify.GenericAdapter;
import io.tributary.gateway.channel.verify.MetaAdapter;
import io.tributary.gateway.channel.verify.ProviderAdapter;
import io.tributary.gateway.channel.verify.SendgridAdapter;
import io.tributary.gateway.channel.verify.SesAdapter;
import io.tributary.gateway.channel.verify.SharedSecretAdapter;
import io.tributary.gateway.channel.verify.SlackAdapter;
import io.tributary.gateway.channel.verify.TeamsAdapter;
import io.tributary.gateway.channel.verify.TwilioAdapter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.ambient.Ambient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Routes of channel providers. */
public final class Channels {

  private static final String ROOT = "/v1/channels/";
  private static final long NO_BODY = 0;

  private final long bodyLimit;
  private final ReloadableFile<ChannelAccounts> accounts;
  private final GatewayMetrics metrics;
  private final Map<Provider, ProviderAdapter> adapters;
  private final AccountTurns mails = new AccountTurns();
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
      Ambient ambient) {
    this(bodyLimit, accounts, metrics, new HttpPages()::get, ambient);
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
      Ambient ambient) {
    this.bodyLimit = bodyLimit;
    this.accounts = accounts;
    this.metrics = metrics;
    this.adapters =
        Stream.of(Provider.values())
            .collect(Collectors.toMap(each -> each, each -> adapter(each, pages, ambient)));
  }

  private static ProviderAdapter adapter(
      Provider provider, Function<URI, CompletableFuture<byte[]>> pages, Ambient ambient) {
    return switch (provider) {
      case SLACK -> new SlackAdapter(ambient);
      case TEAMS -> new TeamsAdapter(ambient);
      case TELEGRAM -> SharedSecretAdapter.TELEGRAM;
      case WHAPI -> SharedSecretAdapter.WHAPI;
      case META -> new MetaAdapter(ambient);
      case TWILIO_WHATSAPP, TWILIO_SMS -> new TwilioAdapter();
      case SENDGRID -> new SendgridAdapter(ambient);
      case SES -> new SesAdapter(pages, ambient);
      case GENERIC -> new GenericAdapter(ambient);
    };
  }

  /** The routes of all providers whose messages a family takes. */
  public List<Route> routes(Function<Provider, Optional<ChannelIntake>> intakes) {
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
        .filter(account -> !adapter(account.name().provider()).canVerify(account))
        .count();
  }

  /** Mails are parsed apart; what others send is a message without parts or HTML. */
  private Function<ChannelAccount.Name, Executor> executors(Provider provider) {
    return provider.channelType().equals(MailEvents.TYPE) ? mails::of : account -> Runnable::run;
  }

  private ProviderAdapter adapter(Provider provider) {
    return Objects.requireNonNull(adapters.get(provider));
  }

  private Stream<Route> routes(Provider provider, ChannelIntake intake) {
    ProviderAdapter adapter = adapter(provider);
    String path = ROOT + provider.label() + "/{" + ChannelGuard.ACCOUNT + '}';
    ChannelGuard guard = new ChannelGuard(provider, adapter, accounts, metrics, kinds);
    ProviderFormat format = provider.format();
    ChannelEndpoint endpoint =
        new ChannelEndpoint(adapter, format, guard, intake, bodyLimit, executors(provider));
    Route events =
        Route.of("POST", path, Authenticator.OPEN, adapter.bodyLimit(bodyLimit), endpoint)
            .withExtraBytes(format.derivedBytes(bodyLimit))
            .within(adapter.answerWithin())
            .provenBy(adapter.signatureHeaders())
            .with(guard::refusal);
    Route handshake =
        Route.of("GET", path, Authenticator.OPEN, NO_BODY, guard::handshake).with(guard::absence);
    return adapter.asksByGet() ? Stream.of(events, handshake) : Stream.of(events);
  }
}
