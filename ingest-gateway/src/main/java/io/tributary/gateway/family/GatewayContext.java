package io.tributary.gateway.family;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.auth.AdminAuthenticator;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.auth.ServiceTokenAuthenticator;
import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;

/** The parts of the gateway that families build on. */
public record GatewayContext(
    Settings settings,
    ReloadableFile<ServiceTokens> tokens,
    ReloadableFile<ChannelAccounts> accounts,
    FactWriter facts,
    Directory.Source source,
    GatewayMetrics metrics) {

  /** Builds a family's routes for operators. */
  public RouteBuilder operators(Family family) {
    return routes(family, new AdminAuthenticator(settings.get(GatewaySettings.ADMIN_TOKEN)));
  }

  /** Builds a family's routes for applications with service tokens. */
  public RouteBuilder applications(Family family) {
    return routes(family, new ServiceTokenAuthenticator(family, tokens));
  }

  public RouteBuilder routes(Family family, Authenticator authenticator) {
    return new RouteBuilder(
        authenticator, settings.get(GatewaySettings.BODY_LIMIT), metrics.unknownMembers(family));
  }

  /** Sends commands, and follows their outcomes. */
  public CommandGateway commands(Topic<String, CommandOutcome> outcomes) {
    CommandGateway commands = new CommandGateway(facts);
    source.followNew(outcomes, CommandOutcome::getSubject, commands::decided);
    return commands;
  }
}
