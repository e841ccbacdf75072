package io.tributary.gateway.devices;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.devices.keys.ApiKeyDirectory;
import io.tributary.gateway.devices.keys.ApiKeyGate;
import io.tributary.gateway.devices.keys.ApiKeyRoutes;
import io.tributary.gateway.devices.keys.ApiKeyUses;
import io.tributary.gateway.devices.keys.UnansweredKeys;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.OutcomeFeed;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.secret.DerivedIds;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

public final class DevicesFamily {

  private final List<Route> routes;

  /**
   * What the family is told.
   *
   * @param readingTtl life of a stored reading; zero keeps it for ever
   * @param pepper goes before an API key when it is hashed
   * @param confirmationKey derives confirmation ids
   * @param bodyLimit the largest body in bytes
   */
  public record Rules(Duration readingTtl, Secret pepper, Secret confirmationKey, long bodyLimit) {}

  private record KeyHolders(ApiKeyGate gate, ApiKeyUses uses, long bodyLimit) {

    Route post(String path, Endpoint endpoint) {
      return Route.of("POST", path, gate, bodyLimit, uses.counting(endpoint));
    }
  }

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
    DeviceDirectory devices = new DeviceDirectory(source);
    CommandGateway commands = new CommandGateway(publisher);
    FactIngest facts = new FactIngest(publisher);
    ReadingsIngest readings =
        new ReadingsIngest(facts, stamp, devices, rules.readingTtl(), measures);
    RegistrationIngest registrations =
        new RegistrationIngest(facts, stamp, new DerivedIds(rules.confirmationKey()), devices);
    ApiKeyRoutes keyRoutes =
        new ApiKeyRoutes(
            keys,
            commands,
            new UnansweredKeys(publisher, stamp, ambient.ticker()),
            stamp,
            ambient,
            measures::unknownMembers);
    DeviceRoutes deviceRoutes =
        new DeviceRoutes(devices, commands, stamp, measures::unknownMembers);
    ApiKeyUses uses = new ApiKeyUses(keys, publisher, stamp, ambient);
    KeyHolders keyHolders = new KeyHolders(new ApiKeyGate(keys), uses, rules.bodyLimit());
    OutcomeFeed.of(DevicesTopics.OUTCOMES, source, commands);
    this.routes = new ArrayList<>();
    routes.add(
        keyHolders.post(
            "/v1/devices/register",
            new JsonEndpoint<>(
                RegistrationReader::read, registrations::handle, measures::unknownMembers)));
    routes.add(
        keyHolders.post(
            "/v1/devices/data",
            new JsonEndpoint<>(ReadingsReader::read, readings::handle, measures::unknownMembers)));
    routes.addAll(keyRoutes.all(admin, rules.bodyLimit()));
    routes.addAll(deviceRoutes.all(admin, rules.bodyLimit()));
  }

  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
