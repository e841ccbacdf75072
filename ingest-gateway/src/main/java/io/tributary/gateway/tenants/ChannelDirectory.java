package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.Visibility;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Owners of channels. */
final class ChannelDirectory {

  private final Directory<ChannelMappingKey, ChannelMapping, KnownMapping> directory;
  private final Map<ChannelKey, Set<TenantKey>> tenants = new ConcurrentHashMap<>();

  ChannelDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            TenantsTopics.CHANNELS,
            source,
            ChannelMappingKey::of,
            KnownMapping::of,
            ChannelMapping::getRev,
            this::index);
  }

  private record KnownMapping(ChannelMappingKey key, boolean removed) {

    static KnownMapping of(ChannelMapping mapping) {
      return new KnownMapping(ChannelMappingKey.of(mapping), mapping.getRemovedAtMs() != null);
    }
  }

  Directory<?, ?, ?> records() {
    return directory;
  }

  /**
   * Tenants that have claimed the channel. Briefly two, while it changes hands: each tenant's
   * claims have a log of their own.
   */
  Set<TenantKey> tenantsOf(ChannelKey channel) {
    return Set.copyOf(tenants.getOrDefault(channel, Set.of()));
  }

  /** Tells when the mapping has a revision. */
  Visibility visibility(ChannelMappingKey key) {
    return (subject, rev, deadline) -> directory.visible(key, rev, deadline);
  }

  private void index(@Nullable KnownMapping before, @Nullable KnownMapping after) {
    if (after != null && !after.removed()) {
      ChannelMappingKey key = after.key();
      tenants
          .computeIfAbsent(key.channel(), any -> ConcurrentHashMap.newKeySet())
          .add(key.tenant());
    } else if (before != null) {
      ChannelMappingKey key = before.key();
      tenants.computeIfPresent(
          key.channel(),
          (any, owners) -> owners.remove(key.tenant()) && owners.isEmpty() ? null : owners);
    }
  }
}
