package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.kafka.Directory;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.schemas.topic.MessageLife;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Time-to-live settings of tenants and inboxes. */
final class InboxDirectory {

  /** Key of the category that stands for all others. */
  static final String DEFAULT = "default";

  private static final long DEFAULT_LIFE = 30 * 86_400L;

  private final Directory<String, InboxSettings, Map<String, Long>> directory;

  InboxDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            InboxTopics.SETTINGS,
            source,
            settings -> InboxSettingsKey.of(settings).subject(),
            InboxDirectory::seconds,
            InboxSettings::getRev,
            (before, after) -> {});
  }

  /**
   * Life of a message in seconds: the inbox's for the category, its default, the tenant's, or 30
   * days.
   */
  long life(InboxPath inbox, Optional<String> category) {
    Optional<Map<String, Long>> own = find(inbox.tenantKey(), Optional.of(inbox.inboxKey()));
    return Stream.of(
            category.flatMap(name -> own.map(lives -> lives.get(name))),
            own.map(lives -> lives.get(DEFAULT)),
            find(inbox.tenantKey(), Optional.empty()).map(lives -> lives.get(DEFAULT)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(DEFAULT_LIFE);
  }

  /** Done once the settings are at most two seconds old; fails after a second. */
  CompletableFuture<Void> current() {
    return directory.isCurrent() ? CompletableFuture.completedFuture(null) : directory.catchUp();
  }

  CompletableFuture<?> visible(String subject, long rev, Deadline deadline) {
    return directory.visible(subject, rev, deadline);
  }

  private Optional<Map<String, Long>> find(String tenantKey, Optional<String> inboxKey) {
    return directory.find(new InboxSettingsKey(tenantKey, inboxKey).subject());
  }

  private static Map<String, Long> seconds(InboxSettings settings) {
    Map<String, Long> seconds = new HashMap<>();
    texts(settings.getSettings())
        .forEach(
            (name, text) ->
                MessageLife.seconds(text).ifPresent(parsed -> seconds.put(name, parsed)));
    return Map.copyOf(seconds);
  }

  private static Map<String, String> texts(Object settings) {
    if (settings instanceof InboxConfig config) {
      return config.getTtl();
    }
    return settings instanceof TenantSettings tenant ? Map.of(DEFAULT, tenant.getTtl()) : Map.of();
  }
}
