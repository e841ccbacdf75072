package io.tributary.gateway.inbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.command.CommandSender;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.InboxSettingsKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Changes settings, and answers once they apply on this instance. */
record SettingsIngest(CommandSender<String, InboxSettingsCommand> commands) {

  CompletableFuture<Reply> handle(ApiRequest request, IncomingSettings incoming) {
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
                incoming.title(),
                incoming.settings()),
        (envelope, made) -> Answer.json(item(path, incoming, envelope).toString()));
  }

  /** The stored item without keys and revision. */
  private static ObjectNode item(InboxPath path, IncomingSettings incoming, FactEnvelope envelope) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put("kind", incoming.settings() instanceof InboxConfig ? "IC" : "TS");
    item.put(SettingsReader.TITLE, incoming.title());
    if (incoming.settings() instanceof InboxConfig config) {
      item.put(SettingsReader.DESCRIPTION, config.getDescription());
      config.getTtl().forEach(item.putObject(SettingsReader.TTL)::put);
    } else {
      item.put(SettingsReader.TTL, ((TenantSettings) incoming.settings()).getTtl());
    }
    item.put("tenant_key", path.tenantKey());
    if (!path.inboxKey().isEmpty()) {
      item.put("inbox_key", path.inboxKey());
    }
    return item.put(InboxPath.UID, envelope.getCaller());
  }
}
