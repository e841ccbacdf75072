package io.tributary.gateway.inbox;

import com.fasterxml.jackson.annotation.JsonInclude;
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
import org.jspecify.annotations.Nullable;

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
        (envelope, made) -> Answer.json(item(path, incoming, envelope)));
  }

  /** The stored item without keys and revision. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Item(
      String kind,
      String title,
      @Nullable String description,
      Object ttl,
      String tenantKey,
      @Nullable String inboxKey,
      String uid) {}

  private static Item item(InboxPath path, InboxSettingsCommand incoming, FactEnvelope envelope) {
    InboxConfig config = incoming.getSettings() instanceof InboxConfig inbox ? inbox : null;
    return new Item(
        config == null ? "TS" : "IC",
        incoming.getTitle(),
        config == null ? null : config.getDescription(),
        config == null ? ((TenantSettings) incoming.getSettings()).getTtl() : config.getTtl(),
        path.tenantKey(),
        path.inboxKey().isEmpty() ? null : path.inboxKey(),
        envelope.getCaller());
  }
}
