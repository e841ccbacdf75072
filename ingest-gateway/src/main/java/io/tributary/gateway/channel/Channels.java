package io.tributary.gateway.channel;

import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderFormats;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.file.FollowedFile;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Routes of channel providers. */
public final class Channels {

  private static final String ROOT = "/v1/channels/";
  private static final long NO_BODY = 0;

  private final long bodyLimit;
  private final FollowedFile<ChannelAccounts> accounts;
  private final GatewayMetrics metrics;
  private final List<ProviderAdapter> adapters;
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  /**
   * Puts them together; no I/O.
   *
   * @param bodyLimit the largest body in bytes, where a provider has no limit of its own, and the
   *     largest message
   */
  public Channels(
      long bodyLimit,
      FollowedFile<ChannelAccounts> accounts,
      GatewayMetrics metrics,
      Ambient ambient) {
    this(bodyLimit, accounts, metrics, new HttpPages()::get, ambient);
  }

  /**
   * The same with other pages of SNS.
   *
   * @param pages never blocks nor throws; its futures always end, and may fail
   */
  public Channels(
      long bodyLimit,
      FollowedFile<ChannelAccounts> accounts,
      GatewayMetrics metrics,
      Function<URI, CompletableFuture<byte[]>> pages,
      Ambient ambient) {
    this.bodyLimit = bodyLimit;
    this.accounts = accounts;
    this.metrics = metrics;
    this.adapters =
        List.of(
            new SlackAdapter(ambient),
            new TeamsAdapter(ambient),
            SharedSecretAdapter.TELEGRAM,
            SharedSecretAdapter.WHAPI,
            new MetaAdapter(ambient),
            TwilioAdapter.WHATSAPP,
            TwilioAdapter.SMS,
            new SendgridAdapter(ambient),
            new SesAdapter(pages, ambient),
            new GenericAdapter(ambient));
  }

  public List<Route> routes(Collection<ChannelIntake> intakes) {
    Map<String, ChannelIntake> byProvider = new HashMap<>();
    for (ChannelIntake intake : intakes) {
      for (String provider : intake.providers()) {
        if (byProvider.put(provider, intake) != null) {
          throw new IllegalStateException("two families take messages of " + provider);
        }
      }
    }
    List<Route> routes = new ArrayList<>();
    byProvider.forEach((provider, intake) -> routes.addAll(routes(adapter(provider), intake)));
    return routes;
  }

  public FollowedFile<ChannelAccounts> accounts() {
    return accounts;
  }

  /** Number of accounts without any means of verification. */
  public long accountsWithoutSecret() {
    Map<ChannelAccount.Name, ChannelAccount> all = accounts.content().byName();
    return adapters.stream()
        .flatMap(
            adapter ->
                all.values().stream()
                    .filter(account -> account.name().provider().equals(adapter.provider()))
                    .filter(account -> !adapter.canVerify(account)))
        .count();
  }

  private ProviderAdapter adapter(String provider) {
    return adapters.stream()
        .filter(adapter -> adapter.provider().equals(provider))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no verifier for " + provider));
  }

  private List<Route> routes(ProviderAdapter adapter, ChannelIntake intake) {
    String path = ROOT + adapter.provider() + "/{" + ChannelDoor.ACCOUNT + '}';
    ChannelDoor door = new ChannelDoor(adapter, accounts, metrics, kinds);
    ProviderFormat format = ProviderFormats.named(adapter.provider()).orElseThrow();
    ChannelEndpoint endpoint = new ChannelEndpoint(adapter, format, door, intake, bodyLimit);
    Route events =
        Route.of("POST", path, Gate.OPEN, adapter.bodyLimit(bodyLimit), endpoint)
            .besides(format.besides(bodyLimit))
            .within(adapter.answerWithin())
            .provenBy(adapter.signatureHeaders())
            .with(door::refusal);
    Route handshake =
        Route.of("GET", path, Gate.OPEN, NO_BODY, door::handshake).with(door::absence);
    return adapter.asksByGet() ? List.of(events, handshake) : List.of(events);
  }
}
