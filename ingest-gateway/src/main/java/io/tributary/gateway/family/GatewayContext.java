package io.tributary.gateway.family;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.admission.AdminTokenGate;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.ServiceTokenGate;
import io.tributary.gateway.admission.ServiceTokens;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.file.FollowedFile;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.publish.FactWriter;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;

/** The parts of the gateway that families build on. */
public record GatewayContext(
    Settings settings,
    FollowedFile<ServiceTokens> tokens,
    FactWriter facts,
    Directory.Source source,
    GatewayMetrics metrics) {

  /** Builds a family's routes for operators. */
  public RouteBuilder operators(Family family) {
    return routes(family, new AdminTokenGate(settings.get(GatewaySettings.ADMIN_TOKEN)));
  }

  /** Builds a family's routes for applications with service tokens. */
  public RouteBuilder applications(Family family) {
    return routes(family, new ServiceTokenGate(family, tokens));
  }

  public RouteBuilder routes(Family family, Gate gate) {
    return new RouteBuilder(
        gate, settings.get(GatewaySettings.BODY_LIMIT), metrics.unknownMembers(family));
  }

  /** Sends commands, and follows their outcomes. */
  public CommandGateway commands(Topic<String, CommandOutcome> outcomes) {
    CommandGateway commands = new CommandGateway(facts);
    source.followNew(outcomes, commands::decided);
    return commands;
  }
}
