package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.TenantKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Removals of tenants, users and channels, as records that are written once more later. A tenant
 * takes all its users and channels along, in one transaction.
 */
final class RemovalCascade {

  private static final int MOST_AT_ONCE = 10_000;

  private final TenantCommandStates states;

  RemovalCascade(TenantCommandStates states) {
    this.states = states;
  }

  /** Removes a tenant, its users and its channels; nothing where they are too many. */
  List<OutputRecord<?, ?>> all(Tenant tenant, long at) {
    // users and channels of a tenant have the prefixes that their sort keys have
    String pk = TenantKey.of(tenant).pk();
    List<TenantUser> users =
        states
            .users()
            .findAll(pk + "#USER#", user -> user.getRemovedAtMs() == null, at, Long.MAX_VALUE);
    List<ChannelMapping> channels =
        states
            .channels()
            .findAll(pk + "#CHANNEL#", own -> own.getRemovedAtMs() == null, at, Long.MAX_VALUE);
    requireFew(users.size() + channels.size());
    List<OutputRecord<?, ?>> changes = new ArrayList<>();
    users.forEach(user -> changes.add(of(user, at)));
    channels.forEach(mapping -> changes.add(of(mapping, at)));
    changes.add(of(tenant, at));
    return changes;
  }

  private static void requireFew(int removals) {
    if (removals > MOST_AT_ONCE) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED,
          "it removes more than %d users and channels at once".formatted(MOST_AT_ONCE));
    }
  }

  OutputRecord<?, ?> of(Tenant tenant, long at) {
    return repeated(
        states
            .tenants()
            .change(
                Tenant.newBuilder(tenant)
                    .setName("")
                    .setSettingsJson("{}")
                    .setRemovedAtMs(at)
                    .setRev(tenant.getRev() + 1)
                    .build()));
  }

  OutputRecord<?, ?> of(TenantUser user, long at) {
    return repeated(
        states
            .users()
            .change(
                TenantUser.newBuilder(user)
                    .setDetails(null)
                    .setRemovedAtMs(at)
                    .setRev(user.getRev() + 1)
                    .build()));
  }

  OutputRecord<?, ?> of(ChannelMapping mapping, long at) {
    states.owners().remove(ChannelMappingKey.of(mapping).channel());
    return repeated(
        states
            .channels()
            .change(
                ChannelMapping.newBuilder(mapping)
                    .setRemovedAtMs(at)
                    .setRev(mapping.getRev() + 1)
                    .build()));
  }

  private OutputRecord<?, ?> repeated(OutputRecord<?, ?> removal) {
    states.repeats().add(removal);
    return removal;
  }
}
