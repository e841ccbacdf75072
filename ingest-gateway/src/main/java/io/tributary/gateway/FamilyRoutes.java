package io.tributary.gateway;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.ServiceTokenFile;
import io.tributary.gateway.channel.ChannelAccountFile;
import io.tributary.gateway.channel.ChannelMeasures;
import io.tributary.gateway.channel.Channels;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Routes of the pipeline's families and of their channels.
 *
 * @param parts what must run for the routes to work, in the order of their start
 */
public record FamilyRoutes(List<Route> routes, List<Component> parts) {

  /** Between two fetches for a key that a signer of tokens does not list; anybody can name one. */
  private static final Duration KEY_REFRESH = Duration.ofHours(1);

  /** Puts them together; no I/O. */
  static FamilyRoutes of(GatewayFamily.Surroundings around, Channels channels) {
    List<GatewayFamily.Served> families =
        GatewayFamily.of(around.settings()).stream().map(family -> family.serve(around)).toList();
    List<Route> routes = new ArrayList<>();
    families.forEach(family -> routes.addAll(family.routes()));
    routes.addAll(
        channels.routes(families.stream().flatMap(family -> family.intakes().stream()).toList()));
    return new FamilyRoutes(
        routes, families.stream().flatMap(family -> family.parts().stream()).toList());
  }

  /**
   * Puts them together for a caller that runs the parts itself. Messages whose signature takes a
   * page of the provider's to verify are not admitted.
   *
   * @param accounts of channels
   */
  public static FamilyRoutes of(
      Settings settings,
      ServiceTokenFile tokens,
      ChannelAccountFile accounts,
      RecordPublisher publisher,
      Directory.Source source,
      Ambient ambient) {
    GatewayMeasures measures =
        new GatewayMeasures(
            new Meters(), new ByteBudget(settings.get(GatewaySettings.INFLIGHT_BYTES)));
    Channels channels =
        new Channels(
            channelRules(settings),
            accounts,
            measures,
            address -> CompletableFuture.failedFuture(new IOException("no page of " + address)),
            ambient);
    return of(
        new GatewayFamily.Surroundings(settings, tokens, publisher, source, measures, ambient),
        channels);
  }

  /** Rules of families that do not take every tenant. */
  public static Map<Family, GrantRule> grants() {
    return Stream.of(GatewayFamily.values())
        .collect(Collectors.toMap(GatewayFamily::family, GatewayFamily::grants));
  }

  /** The channels of providers, whichever family takes what they send. */
  static Channels channels(
      Settings settings, ChannelAccountFile accounts, ChannelMeasures measures, Ambient ambient) {
    return new Channels(channelRules(settings), accounts, measures, ambient);
  }

  private static Channels.Rules channelRules(Settings settings) {
    return new Channels.Rules(settings.get(GatewaySettings.BODY_LIMIT), KEY_REFRESH);
  }
}
