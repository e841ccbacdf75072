package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.BoundedScan;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.ChannelMappingKey;
import io.tributary.schemas.key.TenantKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * How tenants, users and channels go: as records that say so, which are written once more later. A
 * tenant takes all that it has along, at once: nobody finds half of it.
 */
final class RemovalCascade {

  private static final int MOST_AT_ONCE = 10_000;

  private final TenantCommandStates states;

  RemovalCascade(TenantCommandStates states) {
    this.states = states;
  }

  /** The tenant, its users and its channels; none of them where they are too many. */
  List<Emission<?, ?>> all(Tenant tenant, long at) {
    // users and channels of a tenant have the prefixes that their sort keys have
    String pk = TenantKey.of(tenant).pk();
    List<TenantUser> users =
        found(states.users(), pk + "#USER#", at, user -> user.getRemovedAtMs() == null);
    List<ChannelMapping> channels =
        found(states.channels(), pk + "#CHANNEL#", at, own -> own.getRemovedAtMs() == null);
    requireFew(users.size() + channels.size());
    List<Emission<?, ?>> changes = new ArrayList<>();
    users.forEach(user -> changes.add(of(user, at)));
    channels.forEach(mapping -> changes.add(of(mapping, at)));
    changes.add(of(tenant, at));
    return changes;
  }

  /** BoundedScan by slice, so that never much more than the changes is in memory. */
  private static <K, S extends SpecificRecordBase> List<S> found(
      TtlStateStore<K, S> of, String prefix, long at, Predicate<S> among) {
    List<S> found = new ArrayList<>();
    Optional<String> after = Optional.of("");
    while (after.isPresent()) {
      BoundedScan slice = new BoundedScan(MOST_AT_ONCE, after.get());
      of.scan(slice, prefix, at, state -> among.test(state) && found.add(state));
      requireFew(found.size());
      after = slice.rest();
    }
    return found;
  }

  private static void requireFew(int removals) {
    if (removals > MOST_AT_ONCE) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED,
          "it removes more than %d users and channels at once".formatted(MOST_AT_ONCE));
    }
  }

  Emission<?, ?> of(Tenant tenant, long at) {
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

  Emission<?, ?> of(TenantUser user, long at) {
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

  Emission<?, ?> of(ChannelMapping mapping, long at) {
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

  private Emission<?, ?> repeated(Emission<?, ?> removal) {
    states.repeats().add(removal);
    return removal;
  }
}
