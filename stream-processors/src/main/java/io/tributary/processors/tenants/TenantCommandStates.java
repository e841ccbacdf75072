package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * States of all tenants, users and channels. Removed ones are known for 30 days more, so that a new
 * one of the key has a higher revision.
 *
 * @param repeats second writes of removals
 */
record TenantCommandStates(
    TtlStateStore<TenantKey, Tenant> tenants,
    TtlStateStore<TenantUserKey, TenantUser> users,
    TtlStateStore<ChannelMappingKey, ChannelMapping> channels,
    ChannelOwners owners,
    DelayedRewrites repeats) {

  static final String REPEATS = "tenants.control-repeats-state";

  static final StateDescriptor<TenantKey, Tenant> TENANTS =
      new StateDescriptor<>(
          TenantsTopics.TENANTS,
          TenantKey::of,
          TenantKey::text,
          tenant -> endOf(tenant.getRemovedAtMs()),
          Tenant::getRev);

  static final StateDescriptor<TenantUserKey, TenantUser> USERS =
      new StateDescriptor<>(
          TenantsTopics.USERS,
          TenantUserKey::of,
          TenantUserKey::text,
          user -> endOf(user.getRemovedAtMs()),
          TenantUser::getRev);

  static final StateDescriptor<ChannelMappingKey, ChannelMapping> CHANNELS =
      new StateDescriptor<>(
          TenantsTopics.CHANNELS,
          ChannelMappingKey::of,
          ChannelMappingKey::text,
          mapping -> endOf(mapping.getRemovedAtMs()),
          ChannelMapping::getRev);

  private static final long MEMORY_SECONDS = Duration.ofDays(30).toSeconds();
  private static final long MILLIS = 1000;

  static TenantCommandStates of(TopologyPlan plan, TaskStores stores, Duration repeatAfter) {
    TtlStateStore<TenantKey, Tenant> tenants = plan.states(TENANTS, stores);
    TtlStateStore<TenantUserKey, TenantUser> users = plan.states(USERS, stores);
    TtlStateStore<ChannelMappingKey, ChannelMapping> channels = plan.states(CHANNELS, stores);
    return new TenantCommandStates(
        tenants,
        users,
        channels,
        new ChannelOwners(stores),
        new DelayedRewrites(
            REPEATS, stores, plan.stateFormat(), repeatAfter, tenants, users, channels));
  }

  void observeTime(long at) {
    tenants.observeTime(at);
    users.observeTime(at);
    channels.observeTime(at);
  }

  Optional<Tenant> tenant(TenantKey key, long at) {
    return tenants.find(key.text(), at).filter(tenant -> tenant.getRemovedAtMs() == null);
  }

  Optional<TenantUser> user(TenantUserKey key, long at) {
    return users.find(key.text(), at).filter(user -> user.getRemovedAtMs() == null);
  }

  /** The tenant's claim of the channel. */
  Optional<ChannelMapping> mapping(TenantKey tenant, ChannelKey channel, long at) {
    return channels
        .find(new ChannelMappingKey(tenant, channel).text(), at)
        .filter(mapping -> mapping.getRemovedAtMs() == null);
  }

  List<OutputRecord<?, ?>> onTimer(long wallClock) {
    List<OutputRecord<?, ?>> due = new ArrayList<>(repeats.due(wallClock));
    due.addAll(tenants.evictExpired(wallClock));
    due.addAll(users.evictExpired(wallClock));
    due.addAll(channels.evictExpired(wallClock));
    return due;
  }

  private static long endOf(@Nullable Long removedAt) {
    return removedAt == null ? Long.MAX_VALUE : Math.floorDiv(removedAt, MILLIS) + MEMORY_SECONDS;
  }
}
