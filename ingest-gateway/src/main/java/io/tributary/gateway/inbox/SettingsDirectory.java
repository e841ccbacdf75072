package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.command.Visibility;
import io.tributary.gateway.directory.Directory;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.InboxSettingsKey;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.schemas.topic.MessageLife;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Time-to-live settings of tenants and inboxes. */
final class SettingsDirectory implements Visibility {

  /** Key of the category that stands for all others. */
  static final String DEFAULT = "default";

  private static final long DEFAULT_LIFE = 30 * 86_400L;

  private final Directory<String, InboxSettings, Lives> directory;

  SettingsDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            InboxTopics.SETTINGS, source, SettingsDirectory::lives, (before, after) -> {});
  }

  private record Lives(Map<String, Long> seconds, long rev) {

    Optional<Long> of(String category) {
      return Optional.ofNullable(seconds.get(category));
    }
  }

  /**
   * How many seconds a message lives: what the inbox says of its category, else of all, else the
   * tenant, else 30 days.
   */
  long life(InboxPath inbox, Optional<String> category) {
    Optional<Lives> own = find(inbox.tenantKey(), Optional.of(inbox.inboxKey()));
    return Stream.of(
            category.flatMap(name -> own.flatMap(lives -> lives.of(name))),
            own.flatMap(lives -> lives.of(DEFAULT)),
            find(inbox.tenantKey(), Optional.empty()).flatMap(lives -> lives.of(DEFAULT)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(DEFAULT_LIFE);
  }

  /**
   * Done when the lives are those in force; at once while what is known is at most two seconds old.
   * Fails when they cannot be learned within a second.
   */
  CompletableFuture<Void> current() {
    return directory.isCurrent() ? CompletableFuture.completedFuture(null) : directory.catchUp();
  }

  @Override
  public CompletableFuture<?> visible(String subject, long rev, Deadline deadline) {
    return directory.awaitEntry(subject, lives -> lives.rev() >= rev, deadline);
  }

  private Optional<Lives> find(String tenantKey, Optional<String> inboxKey) {
    return directory.find(new InboxSettingsKey(tenantKey, inboxKey).subject());
  }

  private static Lives lives(InboxSettings settings) {
    Map<String, Long> seconds = new HashMap<>();
    texts(settings.getSettings())
        .forEach(
            (name, text) ->
                MessageLife.seconds(text).ifPresent(parsed -> seconds.put(name, parsed)));
    return new Lives(Map.copyOf(seconds), settings.getRev());
  }

  private static Map<String, String> texts(Object settings) {
    if (settings instanceof InboxConfig config) {
      return config.getTtl();
    }
    return settings instanceof TenantSettings tenant ? Map.of(DEFAULT, tenant.getTtl()) : Map.of();
  }
}
