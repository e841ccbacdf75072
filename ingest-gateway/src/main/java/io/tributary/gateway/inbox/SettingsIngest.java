package io.tributary.gateway.inbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.CommandSender;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Changes settings, and answers once they apply on this instance. */
final class SettingsIngest {

  private final CommandSender<String, InboxSettingsCommand> commands;

  SettingsIngest(InboxDirectory settings, CommandGateway gateway) {
    this.commands =
        new CommandSender<>(gateway, InboxTopics.SETTINGS_COMMANDS, settings::visible, List.of());
  }

  CompletableFuture<Reply> handle(ApiRequest request, InboxSettingsCommand incoming) {
    InboxPath path = InboxPath.of(request);
    Optional<String> inboxKey = Optional.of(path.inboxKey()).filter(key -> !key.isEmpty());
    return commands.send(
        request,
        new InboxSettingsKey(path.tenantKey(), inboxKey).subject(),
        envelope ->
            new InboxSettingsCommand(
                envelope,
                path.tenantKey(),
                inboxKey.orElse(null),
                incoming.getTitle(),
                incoming.getSettings()),
        (envelope, made) -> Answer.json(item(path, incoming, envelope).toString()));
  }

  /** The stored item without keys and revision. */
  private static ObjectNode item(
      InboxPath path, InboxSettingsCommand incoming, FactEnvelope envelope) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put("kind", incoming.getSettings() instanceof InboxConfig ? "IC" : "TS");
    item.put(SettingsReader.TITLE, incoming.getTitle());
    if (incoming.getSettings() instanceof InboxConfig config) {
      item.put(SettingsReader.DESCRIPTION, config.getDescription());
      config.getTtl().forEach(item.putObject(SettingsReader.TTL)::put);
    } else {
      item.put(SettingsReader.TTL, ((TenantSettings) incoming.getSettings()).getTtl());
    }
    item.put("tenant_key", path.tenantKey());
    if (!path.inboxKey().isEmpty()) {
      item.put("inbox_key", path.inboxKey());
    }
    return item.put(InboxPath.UID, envelope.getCaller());
  }
}
