package io.tributary.processors.tenants;

import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.TenantKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.streams.state.StoreBuilder;

/** Owners of channels: mappings are kept by tenant, claims are contested by channel. */
final class ChannelOwners {

  private static final String STORE = "tenants.channel-owners-state";

  private final TaskStore<byte[]> store;

  ChannelOwners(TaskStores stores) {
    store = stores.open(STORE);
  }

  static StoreBuilder<?> store() {
    return StateStores.ofBytes(STORE);
  }

  Optional<TenantKey> of(ChannelKey channel) {
    return Optional.ofNullable(store.get(channel.text()))
        .map(tenantId -> new TenantKey(new String(tenantId, StandardCharsets.UTF_8)));
  }

  void put(ChannelKey channel, TenantKey owner) {
    store.put(channel.text(), owner.tenantId().getBytes(StandardCharsets.UTF_8));
  }

  void remove(ChannelKey channel) {
    store.delete(channel.text());
  }
}
