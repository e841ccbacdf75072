package io.tributary.gateway;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.Channels;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.kafka.ClockCheckedPublisher;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.KafkaPublisher;
import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.pages.DocumentationRoutes;
import io.tributary.gateway.pages.HealthRoutes;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.secret.SecretFingerprints;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.kafka.topic.KafkaInstallationLog;
import io.tributary.runtime.kafka.topic.TopicCheck;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The gateway in the order of the flow: HTTP server, authentication, byte budget, facts of a
 * family, publisher, answer.
 */
public final class IngestPipeline extends Lifecycle implements Server {

  private final Routes routes;
  private final HttpListener listener;

  public IngestPipeline(Settings settings, RuntimeContext runtime, Meters meters) {
    this(settings, runtime, meters, new Component() {});
  }

  /**
   * A pipeline that listens after another component has started.
   *
   * @param before started before the listener, closed after it
   */
  public IngestPipeline(
      Settings settings, RuntimeContext runtime, Meters meters, Component before) {
    Duration deadline = settings.get(GatewaySettings.REQUEST_DEADLINE);
    GatewayCheck.require(settings);
    long inflightBytes = settings.get(GatewaySettings.INFLIGHT_BYTES);
    ByteBudget budget = new ByteBudget(inflightBytes);
    GatewayMetrics metrics = new GatewayMetrics(meters);
    ReloadableFile<ServiceTokens> tokens = GatewayFamilies.tokens(settings);
    ReloadableFile<ChannelAccounts> accounts =
        ChannelAccounts.file(settings.find(GatewaySettings.SECRETS_FILE));
    Channels channels =
        new Channels(settings.get(GatewaySettings.BODY_LIMIT), accounts, metrics, runtime);
    gauges(metrics, budget, tokens, accounts, channels);

    KafkaClients kafka = new KafkaClients(settings);
    PipelineFormat format = PipelineFormat.withoutWaiting(kafka);
    Directory.Source source =
        Directory.Source.of(kafka, format, metrics::directoryRecordSkipped, runtime);
    metrics.gauge(GatewayMeter.GENERATION_REPLACED, () -> source.replaced().getAsBoolean() ? 1 : 0);
    KafkaPublisher publisher =
        KafkaPublisher.of(kafka, deadline, inflightBytes, format, metrics, runtime);

    ClockCheckedPublisher timely = new ClockCheckedPublisher(publisher, runtime);
    GatewayContext context =
        new GatewayContext(
            settings, tokens, accounts, new FactWriter(timely, runtime), source, metrics);
    Map<Family, FamilyModule> families = built(context);

    List<HttpRoute> served = new ArrayList<>(HealthRoutes.of(this::unreadyReasons));
    served.addAll(documents(settings));
    families.values().forEach(family -> served.addAll(family.routes()));
    served.addAll(channels.routes(provider -> intake(families, provider)));
    requireBudget(inflightBytes, served);
    this.routes = new Routes(served);
    HttpApi api = new HttpApi(routes, budget, HttpLimits.of(deadline), metrics, runtime);
    this.listener = new HttpListener(settings.get(GatewaySettings.LISTEN), api);

    List<Component> parts = new ArrayList<>(List.of(tokens, accounts));
    parts.add(topicCheck(settings, kafka, source, runtime));
    parts.add(format.required(runtime));
    parts.addAll(List.of(publisher, timely, fingerprints(settings, kafka, runtime)));
    parts.addAll(List.of(source.reader(), before, listener));
    parts.add(new ShutdownDelay(settings.get(GatewaySettings.STOP_DELAY)));
    consistOf(parts);
  }

  private static TopicCheck topicCheck(
      Settings settings, KafkaClients kafka, Directory.Source source, RuntimeContext runtime) {
    return new TopicCheck(kafka, GatewayFamilies.topics(settings), source::holds, runtime)
        .retaining(GatewayFamilies.topicsWithTtlRetention(settings));
  }

  private static void gauges(
      GatewayMetrics metrics,
      ByteBudget budget,
      ReloadableFile<ServiceTokens> tokens,
      ReloadableFile<ChannelAccounts> accounts,
      Channels channels) {
    metrics.gauge(GatewayMeter.INFLIGHT_BYTES, budget::used);
    metrics.gauge(GatewayMeter.SERVICE_TOKENS_STALE, () -> tokens.isBroken() ? 1 : 0);
    metrics.gauge(GatewayMeter.CHANNEL_ACCOUNTS_STALE, () -> accounts.isBroken() ? 1 : 0);
    metrics.gauge(GatewayMeter.SERVICE_TOKENS_MISSING, () -> tokens.isEmpty() ? 1 : 0);
    metrics.gauge(GatewayMeter.CHANNEL_ACCOUNTS_MISSING, () -> accounts.isEmpty() ? 1 : 0);
    metrics.gauge(GatewayMeter.CHANNEL_ACCOUNTS_WITHOUT_SECRET, channels::accountsWithoutSecret);
    metrics.gauge(
        GatewayMeter.CHANNEL_ACCOUNTS_WITHOUT_COMPANY,
        () ->
            tokens.content().tellApart(Family.OUTREACH)
                ? accounts.content().withoutCompany(Family.OUTREACH)
                : 0);
  }

  private static Map<Family, FamilyModule> built(GatewayContext context) {
    Map<Family, FamilyModule> families = new EnumMap<>(Family.class);
    GatewayFamilies.of(context.settings())
        .forEach(family -> families.put(family.family(), family.build(context)));
    return families;
  }

  private static Optional<ChannelIntake> intake(
      Map<Family, FamilyModule> families, Provider provider) {
    return Optional.ofNullable(families.get(provider.family())).flatMap(FamilyModule::intake);
  }

  @Override
  public HostPort address() {
    return listener.address();
  }

  /** Refuses a budget that the largest request of a route cannot fit. */
  private static void requireBudget(long inflightBytes, List<HttpRoute> routes) {
    long largest = routes.stream().mapToLong(HttpRoute::maxBudgetBytes).max().orElse(0);
    if (inflightBytes < largest) {
      throw new SettingsException(
          GatewaySettings.INFLIGHT_BYTES.key()
              + " must be at least "
              + largest
              + " bytes, which the largest request may need");
    }
  }

  private static List<HttpRoute> documents(Settings settings) {
    return settings.get(GatewaySettings.DOCS) ? DocumentationRoutes.all() : List.of();
  }

  Routes routes() {
    return routes;
  }

  private static SecretFingerprints fingerprints(
      Settings settings, KafkaClients kafka, RuntimeContext runtime) {
    Map<String, List<Secret>> secrets =
        GatewayFamilies.immutableSecrets(settings).stream()
            .collect(
                Collectors.toMap(Setting::key, secret -> GatewayCheck.values(secret, settings)));
    return new SecretFingerprints(secrets, new KafkaInstallationLog(kafka), runtime);
  }

  @Override
  public String toString() {
    return "gateway";
  }
}
