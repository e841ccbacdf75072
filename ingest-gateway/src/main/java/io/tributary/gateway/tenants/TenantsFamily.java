package io.tributary.gateway.tenants;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.gateway.auth.TenantGrants;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.channel.contact.Contacts;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.family.Redecision;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.PathRule;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Optional;
import java.util.stream.Stream;

public final class TenantsFamily implements GatewayFamily {

  private static final String TENANT = "/v1/admin/tenants/{tenant_id}";
  private static final String USER = TENANT + "/users/{user_id}";
  private static final String CHANNEL = TENANT + "/channels/{type}/{id}";
  private static final String CONVERSATION =
      "/v1/tenants/{tenant_id}/conversations/{conversation_id}";

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public GrantRule grants() {
    return new TenantGrants(TenantsPath.TENANT_ID);
  }

  @Override
  public boolean hasAdminRoutes() {
    return true;
  }

  @Override
  public Optional<Redecision> redecision(
      KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    return Optional.of(new CurrentAdmissions(clients, format, runtime));
  }

  @Override
  public FamilyModule build(GatewayContext context) {
    ChannelAdmission admission =
        new ChannelAdmission(
            new TenantDirectory(context.source()),
            new UserDirectory(context.source()),
            new ChannelDirectory(context.source()),
            new ContactLog(TenantsTopics.CONTACTS, context.source()));
    TenantAdmin control = new TenantAdmin(admission, context.commands(TenantsTopics.OUTCOMES));
    ConversationRoutes conversations = new ConversationRoutes(context.facts());
    return new FamilyModule(
        Stream.concat(
                admin(control, context.operators(family())),
                applications(conversations, context.applications(family())))
            .toList(),
        Optional.of(
            new MessageIntake(
                context.facts(),
                admission,
                new Contacts(admission.contacts(), context.facts(), admission::ownerOf))));
  }

  private static Stream<HttpRoute> admin(TenantAdmin control, RouteBuilder routes) {
    return Stream.of(
            routes.json("PUT", TENANT, TenantReader::tenant, control::putTenant),
            routes.bodiless("DELETE", TENANT, control::deleteTenant),
            routes.json("PUT", USER, TenantReader::user, control::putUser),
            routes.bodiless("DELETE", USER, control::deleteUser),
            routes
                .json("PUT", CHANNEL, body -> body, (request, nothing) -> control.claim(request))
                .with(TenantsPath.CLAIM),
            routes.bodiless("DELETE", CHANNEL, control::release))
        .map(route -> route.with(route.pathRule().and(TenantsPath.RULE)));
  }

  private static Stream<HttpRoute> applications(
      ConversationRoutes conversations, RouteBuilder routes) {
    return Stream.of(
            routes.json(
                "POST", CONVERSATION + "/messages", ConversationRoutes::read, conversations::post),
            routes.bodiless("DELETE", CONVERSATION, conversations::clear))
        .map(route -> route.with(PathRule.tenant(TenantsPath.TENANT_ID).and(TenantsPath.RULE)));
  }
}
