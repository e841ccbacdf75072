package io.tributary.gateway;

import io.tributary.gateway.admission.AdminTokenGate;
import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.devices.DevicesFamily;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.TopicReader;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.publish.KafkaPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.secret.SecretFingerprints;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.RequiredTopics;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The gateway, in the order of the flow: a request comes through the HTTP server, passes its
 * route's gate, is read within the byte budget, becomes facts in its family, and is answered when
 * the publisher has them acknowledged.
 */
public final class IngestPipeline implements Component {

  private final Routes routes;
  private final HttpListener http;
  private final Lifecycle lifecycle;

  /** Puts the gateway together; no I/O. */
  public IngestPipeline(Settings settings, Ambient ambient, Meters meters) {
    Duration deadline = settings.get(GatewaySettings.REQUEST_DEADLINE);
    long inflightBytes = settings.get(GatewaySettings.INFLIGHT_BYTES);
    ByteBudget budget = new ByteBudget(inflightBytes);
    GatewayMeasures measures = new GatewayMeasures(meters, budget);
    Gate admin = new AdminTokenGate(settings.get(GatewaySettings.ADMIN_TOKEN));

    KafkaClients kafka = new KafkaClients(settings);
    Framing framing = SingleObjectFraming.ofReleases();
    Directory.Source source =
        Directory.Source.of(
            kafka, framing, meters.counter(GatewayMeter.DIRECTORY_UNDECODABLE), ambient.ticker());
    KafkaPublisher publisher =
        KafkaPublisher.of(
            kafka, deadline, inflightBytes, framing, measures.publishing(), ambient.ticker());

    DevicesFamily devices =
        new DevicesFamily(devicesRules(settings), admin, publisher, source, measures, ambient);

    List<Route> served = new ArrayList<>(devices.routes());
    served.addAll(OpsRoutes.of(new OpsPages(this, meters), settings));
    this.routes = new Routes(served);
    HttpLimits limits = HttpLimits.of(deadline);
    this.http =
        new HttpListener(
            settings.get(GatewaySettings.LISTEN),
            new HttpApi(this.routes, budget, limits, measures, ambient));

    List<Component> parts = new ArrayList<>();
    parts.add(new RequiredTopics(kafka, Topics.all()));
    parts.add(publisher);
    parts.add(fingerprints(settings, source, publisher, ambient));
    parts.addAll(devices.parts());
    parts.add(http);
    parts.add(new StopSign(settings.get(GatewaySettings.STOP_DELAY)));
    this.lifecycle = new Lifecycle(parts);
  }

  @Override
  public void start() throws Exception {
    lifecycle.start();
  }

  @Override
  public List<HealthReason> check() {
    return lifecycle.check();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    lifecycle.close(deadline);
  }

  /** Where the API listens, with the port that port 0 has become. */
  public HostPort address() {
    return http.address();
  }

  /** Everything that is served. */
  Routes routes() {
    return routes;
  }

  private static DevicesFamily.Rules devicesRules(Settings settings) {
    return new DevicesFamily.Rules(
        settings.get(GatewaySettings.READINGS_TTL),
        settings.get(GatewaySettings.API_KEY_PEPPER),
        settings.get(GatewaySettings.BODY_LIMIT));
  }

  private static SecretFingerprints fingerprints(
      Settings settings, Directory.Source source, KafkaPublisher publisher, Ambient ambient) {
    Map<String, Secret> secrets = new HashMap<>();
    secrets.put(GatewaySettings.API_KEY_PEPPER.key(), settings.get(GatewaySettings.API_KEY_PEPPER));
    settings
        .find(GatewaySettings.CONFIRMATION_KEY)
        .ifPresent(key -> secrets.put(GatewaySettings.CONFIRMATION_KEY.key(), key));
    TopicReader reader = new TopicReader(source);
    return new SecretFingerprints(
        secrets, () -> reader.readAll(Topics.META), publisher, ambient.ticker());
  }

  @Override
  public String toString() {
    return "gateway";
  }
}
