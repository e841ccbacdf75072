package io.tributary.gateway.inbox;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.gateway.auth.TenantGrants;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import java.util.stream.Stream;

public final class InboxFamily implements GatewayFamily {

  private static final String TENANT = "/v1/inbox/{tenant_key}";
  private static final String INBOX = TENANT + "/{inbox_key}";

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public GrantRule grants() {
    return new TenantGrants(InboxPath.TENANT_KEY);
  }

  @Override
  public FamilyModule build(GatewayContext context) {
    FactWriter facts = context.facts();
    InboxDirectory settings = new InboxDirectory(context.source());
    CommandGateway commands = context.commands(InboxTopics.OUTCOMES);
    PublishIngest publishes = new PublishIngest(facts, commands, settings);
    ReadsIngest reads = new ReadsIngest(facts);
    SettingsIngest changes = new SettingsIngest(settings, commands);
    RouteBuilder routes = context.applications(family());
    return new FamilyModule(
        Stream.of(
                routes.json("POST", INBOX + "/messages", PublishReader::read, publishes::publish),
                routes.bodiless("DELETE", INBOX + "/messages/{id}", publishes::redact),
                routes.json("PUT", INBOX + "/users/{uid}/reads", ReadsReader::read, reads::handle),
                routes.json(
                    "PUT", TENANT + "/settings", InboxSettingsReader::tenant, changes::handle),
                routes.json("PUT", INBOX + "/config", InboxSettingsReader::inbox, changes::handle))
            .map(route -> route.with(InboxPath.RULE))
            .toList());
  }
}
