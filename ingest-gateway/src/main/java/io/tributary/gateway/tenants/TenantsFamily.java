package io.tributary.gateway.tenants;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.TenantGrants;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelFacts;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.OutcomeFeed;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.PathRule;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * What the tenants family brings into the gateway: operators' and applications' routes, whose each
 * channel is, and facts of what comes through channels.
 */
public final class TenantsFamily {

  private static final String TENANT = "/v1/admin/tenants/{tenant_id}";
  private static final String USER = TENANT + "/users/{user_id}";
  private static final String CHANNEL = TENANT + "/channels/{type}/{id}";
  private static final String CONVERSATION =
      "/v1/tenants/{tenant_id}/conversations/{conversation_id}";
  private static final long NO_BODY = 0;

  private final Doors doors;
  private final ControlPlane control;
  private final ConversationIngest conversations;
  private final ChannelIntake intake;

  /**
   * How requests come in.
   *
   * @param operators admits those who change tenants
   * @param applications admits those who have any grant for the family
   * @param bodyLimit the largest body in bytes
   * @param unknownMembers told how many members of a request nobody asked for
   */
  public record Doors(
      Gate operators, Gate applications, long bodyLimit, IntConsumer unknownMembers) {

    private <T> Route put(
        String path,
        Function<JsonObject, T> reader,
        BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler) {
      return Route.of("PUT", path, operators, bodyLimit, json(reader, handler))
          .with(TenantsPath.RULE);
    }

    private Route delete(String path, Endpoint endpoint) {
      return Route.of("DELETE", path, operators, NO_BODY, endpoint).with(TenantsPath.RULE);
    }

    private Route application(String method, String path, long limit, Endpoint endpoint) {
      return Route.of(method, path, applications, limit, endpoint)
          .with(PathRule.tenant(TenantsPath.TENANT_ID).and(TenantsPath.RULE));
    }

    private <T> Endpoint json(
        Function<JsonObject, T> reader,
        BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler) {
      return new JsonEndpoint<>(reader, handler, unknownMembers);
    }
  }

  public TenantsFamily(
      Doors doors, RecordPublisher publisher, Directory.Source source, Ambient ambient) {
    this.doors = doors;
    FactStamp stamp = new FactStamp(ambient);
    FactIngest facts = new FactIngest(publisher);
    ChannelAdmission admission =
        new ChannelAdmission(
            new TenantDirectory(source), new UserDirectory(source), new ChannelDirectory(source));
    CommandGateway commands = new CommandGateway(publisher);
    this.control = new ControlPlane(admission, commands, stamp);
    this.conversations = new ConversationIngest(facts, stamp);
    this.intake = new MessageIntake(new ChannelFacts(facts, stamp), admission);
    OutcomeFeed.of(TenantsTopics.OUTCOMES, source, commands);
  }

  public static GrantRule grants() {
    return new TenantGrants(TenantsPath.TENANT_ID);
  }

  public ChannelIntake intake() {
    return intake;
  }

  public List<Route> routes() {
    return List.of(
        doors.put(TENANT, TenantReader::tenant, control::putTenant),
        doors.delete(TENANT, control::deleteTenant),
        doors.put(USER, TenantReader::user, control::putUser),
        doors.delete(USER, control::deleteUser),
        doors
            .put(CHANNEL, body -> body, (request, nothing) -> control.claim(request))
            .with(TenantsPath.CLAIM),
        doors.delete(CHANNEL, control::release),
        doors.application(
            "POST",
            CONVERSATION + "/messages",
            doors.bodyLimit(),
            doors.json(ConversationIngest::read, conversations::post)),
        doors.application("DELETE", CONVERSATION, NO_BODY, conversations::clear));
  }
}
