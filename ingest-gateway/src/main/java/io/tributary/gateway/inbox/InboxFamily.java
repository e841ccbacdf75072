package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.TenantGrants;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.command.CommandSender;
import io.tributary.gateway.command.Visibility;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.OutcomeFeed;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.key.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;

public final class InboxFamily {

  private static final String TENANT = "/v1/inbox/{tenant_key}";
  private static final String INBOX = TENANT + "/{inbox_key}";
  private static final long NO_BODY = 0;

  private final Door door;
  private final PublishIngest publishes;
  private final ReadsIngest reads;
  private final SettingsIngest changes;

  /**
   * How requests come in.
   *
   * @param applications admits those who have any grant for the family
   * @param bodyLimit the largest body in bytes
   * @param unknownMembers told how many members of a request nobody asked for
   */
  public record Door(Gate applications, long bodyLimit, IntConsumer unknownMembers) {

    private <T> Route json(
        String method,
        String path,
        Function<JsonObject, T> reader,
        BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler) {
      return route(method, path, bodyLimit, new JsonEndpoint<>(reader, handler, unknownMembers));
    }

    private Route route(String method, String path, long limit, Endpoint endpoint) {
      return Route.of(method, path, applications, limit, endpoint).with(InboxPath.RULE);
    }
  }

  public InboxFamily(
      Door door, RecordPublisher publisher, Directory.Source source, Ambient ambient) {
    this.door = door;
    FactStamp stamp = new FactStamp(ambient);
    FactIngest facts = new FactIngest(publisher);
    SettingsDirectory settings = new SettingsDirectory(source);
    CommandGateway commands = new CommandGateway(publisher);
    CommandSender<InboxPublishKey, InboxPublishCommand> claims =
        new CommandSender<>(
            commands,
            stamp,
            InboxTopics.PUBLISH_COMMANDS,
            Visibility.AT_ONCE,
            List.of(PublishIngest.KEY_REUSED));
    CommandSender<String, InboxSettingsCommand> settingsCommands =
        new CommandSender<>(commands, stamp, InboxTopics.SETTINGS_COMMANDS, settings, List.of());
    this.publishes = new PublishIngest(facts, stamp, claims, settings, new MessageIds(ambient));
    this.reads = new ReadsIngest(facts, stamp);
    this.changes = new SettingsIngest(settingsCommands);
    OutcomeFeed.of(InboxTopics.OUTCOMES, source, commands);
  }

  public static GrantRule grants() {
    return new TenantGrants(InboxPath.TENANT_KEY);
  }

  public List<Route> routes() {
    return List.of(
        door.json("POST", INBOX + "/messages", PublishReader::read, publishes::publish),
        door.route("DELETE", INBOX + "/messages/{id}", NO_BODY, publishes::redact),
        door.json("PUT", INBOX + "/users/{uid}/reads", ReadsReader::read, reads::handle),
        door.json("PUT", TENANT + "/settings", SettingsReader::tenant, changes::handle),
        door.json("PUT", INBOX + "/config", SettingsReader::inbox, changes::handle));
  }
}
