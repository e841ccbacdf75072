package io.tributary.gateway.devices;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.devices.keys.ApiKeyDirectory;
import io.tributary.gateway.devices.keys.ApiKeyGate;
import io.tributary.gateway.devices.keys.ApiKeyRoutes;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.OutcomeFeed;
import io.tributary.gateway.json.JsonEndpoint;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the devices family brings into the gateway: routes, and the directories behind them. */
public final class DevicesFamily {

  private final List<Component> parts;
  private final List<Route> routes;

  /**
   * What the family is told.
   *
   * @param readingTtl life of a stored reading; zero keeps it for ever
   * @param pepper goes before an API key when it is hashed
   * @param bodyLimit the largest body in bytes
   */
  public record Rules(Duration readingTtl, Secret pepper, long bodyLimit) {}

  /**
   * Puts the family together.
   *
   * @param admin admits operators
   */
  public DevicesFamily(
      Rules rules,
      Gate admin,
      RecordPublisher publisher,
      Directory.Source source,
      DevicesMeasures measures,
      Ambient ambient) {
    FactStamp stamp = new FactStamp(ambient);
    ApiKeyDirectory keys = new ApiKeyDirectory(rules.pepper(), source);
    CommandGateway commands = new CommandGateway(publisher);
    ReadingsIngest ingest = new ReadingsIngest(publisher, stamp, rules.readingTtl(), measures);
    ApiKeyRoutes keyRoutes =
        new ApiKeyRoutes(keys, commands, stamp, ambient, measures::unknownMembers);
    this.parts = List.of(keys, OutcomeFeed.of(DevicesTopics.OUTCOMES, source, commands));
    this.routes = new ArrayList<>();
    routes.add(
        Route.of(
            "POST",
            "/v1/devices/data",
            new ApiKeyGate(keys),
            rules.bodyLimit(),
            new JsonEndpoint<>(ReadingsReader::read, ingest::handle, measures::unknownMembers)));
    routes.addAll(keyRoutes.all(admin, rules.bodyLimit()));
  }

  /** What must run for the routes to work, in the order of their start. */
  public List<Component> parts() {
    return parts;
  }

  /** Its routes. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
