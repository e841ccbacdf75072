package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.state.ExpiringStates;
import io.tributary.processors.state.StateChange;
import io.tributary.processors.store.Slice;
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
final class Departures {

  private static final int MOST_AT_ONCE = 10_000;

  private final ControlStates states;

  Departures(ControlStates states) {
    this.states = states;
  }

  /** The tenant, its users and its channels. */
  List<StateChange> all(Tenant tenant, long at) {
    List<StateChange> changes = new ArrayList<>();
    // users and channels of a tenant have the prefixes that their sort keys have
    String pk = TenantKey.of(tenant).pk();
    visit(states.users(), pk + "#USER#", at, changes, user -> add(changes, user, at));
    visit(states.channels(), pk + "#CHANNEL#", at, changes, own -> add(changes, own, at));
    changes.add(of(tenant, at));
    return changes;
  }

  private boolean add(List<StateChange> changes, TenantUser user, long at) {
    return user.getRemovedAt() == null && changes.add(of(user, at));
  }

  private boolean add(List<StateChange> changes, ChannelMapping mapping, long at) {
    return mapping.getRemovedAt() == null && changes.add(of(mapping, at));
  }

  /** Slice by slice, so that never more than the changes is in memory. */
  private static <K, S extends SpecificRecordBase> void visit(
      ExpiringStates<K, S> of,
      String prefix,
      long at,
      List<StateChange> changes,
      Predicate<S> visitor) {
    Optional<String> after = Optional.of("");
    while (after.isPresent()) {
      Slice slice = new Slice(MOST_AT_ONCE, after.get());
      of.scan(slice, prefix, at, visitor);
      if (changes.size() > MOST_AT_ONCE) {
        throw new FactRefusedException(
            FailureCode.LIMIT_EXCEEDED,
            "it removes more than %d users and channels at once".formatted(MOST_AT_ONCE));
      }
      after = slice.rest();
    }
  }

  StateChange of(Tenant tenant, long at) {
    return repeated(
        states
            .tenants()
            .change(
                Tenant.newBuilder(tenant)
                    .setName("")
                    .setSettings("{}")
                    .setRemovedAt(at)
                    .setRev(tenant.getRev() + 1)
                    .build()));
  }

  StateChange of(TenantUser user, long at) {
    return repeated(
        states
            .users()
            .change(
                TenantUser.newBuilder(user)
                    .setDetails(null)
                    .setRemovedAt(at)
                    .setRev(user.getRev() + 1)
                    .build()));
  }

  StateChange of(ChannelMapping mapping, long at) {
    StateChange removal =
        repeated(
            states
                .channels()
                .change(
                    ChannelMapping.newBuilder(mapping)
                        .setRemovedAt(at)
                        .setRev(mapping.getRev() + 1)
                        .build()));
    return () -> {
      states.owners().remove(ChannelMappingKey.of(mapping).channel());
      return removal.keep();
    };
  }

  private StateChange repeated(StateChange removal) {
    return () -> {
      Emission<?, ?> emission = removal.keep();
      states.repeats().add(emission);
      return emission;
    };
  }
}
