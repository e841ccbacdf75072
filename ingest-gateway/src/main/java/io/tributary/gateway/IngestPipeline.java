package io.tributary.gateway;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.admission.ServiceTokenFile;
import io.tributary.gateway.channel.ChannelAccountFile;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.Channels;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.pages.DocumentationRoutes;
import io.tributary.gateway.publish.KafkaPublisher;
import io.tributary.gateway.publish.TimelyPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.secret.SecretFingerprints;
import io.tributary.gateway.secret.SecretRules;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.runtime.kafka.PipelineFraming;
import io.tributary.runtime.kafka.TopicCheck;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The gateway, in the order of the flow: a request comes through the HTTP server, passes its
 * route's gate, is read within the byte budget, becomes facts in its family, and is answered when
 * the publisher has them acknowledged.
 */
public final class IngestPipeline implements Server {

  /** Room for envelope, headers and framing beside the request's body. */
  private static final long STAMP_BYTES = 64 * 1024;

  private final Routes routes;
  private final Entrance entrance;
  private final Lifecycle parts;

  public IngestPipeline(Settings settings, Ambient ambient, Meters meters) {
    this(settings, ambient, meters, new Entrance(settings), Optional.empty());
  }

  /**
   * One that takes its turn at an entrance, which leads to it once it is started.
   *
   * @param whole the service that this is a part of, if it is
   */
  public IngestPipeline(
      Settings settings,
      Ambient ambient,
      Meters meters,
      Entrance entrance,
      Optional<Component> whole) {
    this.entrance = entrance;
    Duration deadline = settings.get(GatewaySettings.REQUEST_DEADLINE);
    requireLimits(settings);
    requireSecrets(settings);
    long inflightBytes = settings.get(GatewaySettings.INFLIGHT_BYTES);
    ByteBudget budget = new ByteBudget(inflightBytes);
    GatewayMeasures measures = new GatewayMeasures(meters, budget);
    ServiceTokenFile tokens = serviceTokens(settings);
    measures.show(tokens);
    Channels channels = channels(settings, measures, ambient);

    KafkaClients kafka = new KafkaClients(settings);
    PipelineFraming framing = kafka.framingWithoutWaiting();
    Directory.Source source =
        Directory.Source.of(kafka, framing, measures.undecodable(), ambient)
            .until(entrance::isOvertaken);
    KafkaPublisher publisher =
        KafkaPublisher.of(
            kafka, deadline, inflightBytes, framing, measures.publishing(), ambient.ticker());

    TimelyPublisher timely = new TimelyPublisher(publisher, ambient);
    GatewayFamily.Surroundings around =
        new GatewayFamily.Surroundings(settings, tokens, timely, source, measures, ambient);
    List<GatewayFamily.Served> families =
        GatewayFamily.of(settings).stream().map(family -> family.serve(around)).toList();

    List<Route> served = new ArrayList<>(OpsRoutes.of(() -> whole.orElse(this).check()));
    served.addAll(documents(settings));
    families.forEach(family -> served.addAll(family.routes()));
    served.addAll(channels.routes(intakes(families)));
    requireBudget(inflightBytes, served);
    this.routes = new Routes(served);
    HttpApi api = new HttpApi(routes, budget, HttpLimits.of(deadline), measures, ambient);

    List<Component> parts = new ArrayList<>(List.of(tokens, channels.accounts()));
    parts.add(new TopicCheck(kafka, topics(settings), outliving(settings)));
    parts.add(framing.required(ambient));
    parts.addAll(List.of(publisher, timely));
    parts.add(fingerprints(settings, kafka, ambient));
    parts.add(source.follower());
    parts.add(new Turn(entrance, api));
    this.parts = new Lifecycle(parts);
  }

  @Override
  public void start() throws Exception {
    parts.start();
  }

  @Override
  public List<HealthReason> check() {
    return parts.check();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    parts.close(deadline);
  }

  @Override
  public HostPort address() {
    return entrance.address();
  }

  /**
   * Every topic of the pipeline's families, those with a retention that follows from settings as
   * these have it.
   */
  public static List<Topic<?, ?>> topics(Settings settings) {
    Map<String, Topic<?, ?>> outliving =
        outliving(settings).stream().collect(Collectors.toMap(Topic::name, topic -> topic));
    return Topics.of(settings.get(KafkaSettings.FAMILIES)).stream()
        .<Topic<?, ?>>map(topic -> outliving.getOrDefault(topic.name(), topic))
        .toList();
  }

  /** The longest time that a request may take. */
  public static Duration longestRequest(Settings settings) {
    return HttpLimits.of(settings.get(GatewaySettings.REQUEST_DEADLINE))
        .longest(settings.get(GatewaySettings.INFLIGHT_BYTES));
  }

  /** Secrets that stored values depend on. */
  public static List<Setting<Secret>> shapingSecrets(Settings settings) {
    return GatewayFamily.of(settings).stream()
        .flatMap(family -> family.shapingSecrets().stream())
        .toList();
  }

  private static List<Topic<?, ?>> outliving(Settings settings) {
    return GatewayFamily.of(settings).stream()
        .<Topic<?, ?>>flatMap(family -> family.outliving(settings).stream())
        .toList();
  }

  private static void requireLimits(Settings settings) {
    long body = settings.get(GatewaySettings.BODY_LIMIT);
    long most =
        Topics.all().stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS)
            .mapToLong(topic -> topic.maxMessageBytes() - STAMP_BYTES)
            .min()
            .orElseThrow();
    if (body > most) {
      throw new SettingsException(
          GatewaySettings.BODY_LIMIT.key()
              + " must be at most "
              + most
              + " bytes, so that topics take what requests bring");
    }
  }

  private static void requireSecrets(Settings settings) {
    boolean fakes = settings.get(GatewaySettings.FAKE_SECRETS);
    Stream.of(
            GatewaySettings.ADMIN_TOKEN,
            GatewaySettings.API_KEY_PEPPER,
            GatewaySettings.CONFIRMATION_KEY)
        .forEach(secret -> SecretRules.requireNoFake(settings, secret, fakes));
    SecretRules.requireLength(settings, GatewaySettings.ADMIN_TOKEN);
    SecretRules.requireLength(settings, GatewaySettings.API_KEY_PEPPER);
  }

  /** Refuses a budget that the largest request of a route cannot fit. */
  private static void requireBudget(long inflightBytes, List<Route> routes) {
    long largest = routes.stream().mapToLong(Route::largestLease).max().orElse(0);
    if (inflightBytes < largest) {
      throw new SettingsException(
          GatewaySettings.INFLIGHT_BYTES.key()
              + " must be at least "
              + largest
              + " bytes, which the largest request may need");
    }
  }

  private static Channels channels(Settings settings, GatewayMeasures measures, Ambient ambient) {
    Channels channels =
        new Channels(
            settings.get(GatewaySettings.BODY_LIMIT),
            new ChannelAccountFile(settings.find(GatewaySettings.SECRETS_FILE)),
            measures,
            ambient);
    measures.show(channels);
    return channels;
  }

  private static List<ChannelIntake> intakes(List<GatewayFamily.Served> families) {
    return families.stream().flatMap(family -> family.intakes().stream()).toList();
  }

  private static List<Route> documents(Settings settings) {
    return settings.get(GatewaySettings.DOCS) ? DocumentationRoutes.all() : List.of();
  }

  Routes routes() {
    return routes;
  }

  private static ServiceTokenFile serviceTokens(Settings settings) {
    return new ServiceTokenFile(
        settings.find(GatewaySettings.SERVICE_TOKENS_FILE),
        Stream.of(GatewayFamily.values())
            .collect(Collectors.toMap(GatewayFamily::family, GatewayFamily::grants)));
  }

  private static SecretFingerprints fingerprints(
      Settings settings, KafkaClients kafka, Ambient ambient) {
    Map<String, Secret> secrets =
        shapingSecrets(settings).stream()
            .collect(
                Collectors.toMap(
                    Setting::key, setting -> GatewaySettings.required(settings, setting)));
    return new SecretFingerprints(secrets, kafka.meta(), ambient);
  }

  @Override
  public String toString() {
    return "gateway";
  }
}
