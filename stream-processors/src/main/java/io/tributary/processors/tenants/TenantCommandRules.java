package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.SameFields;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import java.util.List;
import java.util.Optional;

/**
 * Rules for tenants, users and channels: the first claim of a channel wins, and users and channels
 * need their tenant. Times are accepted_at_ms, epoch milliseconds.
 */
final class TenantCommandRules {

  static final String TENANT_NOT_FOUND = "TENANT_NOT_FOUND";
  static final String USER_NOT_FOUND = "USER_NOT_FOUND";
  static final String CHANNEL_NOT_FOUND = "CHANNEL_NOT_FOUND";
  static final String CHANNEL_CLAIMED = "CHANNEL_CLAIMED";

  private static final SameFields TENANT =
      SameFields.of(TenantPut.getClassSchema(), Tenant.getClassSchema());

  private final TenantCommandStates states;
  private final RemovalCascade departures;

  TenantCommandRules(TenantCommandStates states) {
    this.states = states;
    this.departures = new RemovalCascade(states);
  }

  Ruling put(TenantPut put, long at) {
    TenantKey key = new TenantKey(put.getTenantId());
    Optional<Tenant> before = states.tenant(key, at);
    Tenant after = TENANT.copy(put, new Tenant());
    after.setCreatedAtMs(before.map(Tenant::getCreatedAtMs).orElse(at));
    after.setRev(before.map(Tenant::getRev).orElse(0L));
    if (before.equals(Optional.of(after))) {
      return unchanged(after.getRev());
    }
    after.setRev(
        before
            .map(known -> known.getRev() + 1)
            .orElseGet(() -> states.tenants().firstRev(key.text(), at)));
    return changed(after.getRev(), states.tenants().change(after));
  }

  Ruling delete(TenantDeletion deletion, long at) {
    return states
        .tenant(new TenantKey(deletion.getTenantId()), at)
        .<Ruling>map(tenant -> new Ruling.Applied(tenant.getRev() + 1, departures.all(tenant, at)))
        .orElseGet(() -> new Ruling.Rejected(TENANT_NOT_FOUND));
  }

  Ruling put(UserPut put, long at) {
    TenantUserKey key =
        new TenantUserKey(new TenantKey(put.getTenantId()), put.getUser().getUserId());
    if (states.tenant(key.tenant(), at).isEmpty()) {
      return new Ruling.Rejected(TENANT_NOT_FOUND);
    }
    Optional<TenantUser> before = states.user(key, at);
    if (before.filter(known -> put.getUser().equals(known.getDetails())).isPresent()) {
      return unchanged(before.get().getRev());
    }
    long rev =
        before
            .map(known -> known.getRev() + 1)
            .orElseGet(() -> states.users().firstRev(key.text(), at));
    TenantUser after =
        TenantUser.newBuilder()
            .setTenantId(put.getTenantId())
            .setUserId(key.userId())
            .setDetails(put.getUser())
            .setRev(rev)
            .build();
    return changed(rev, states.users().change(after));
  }

  Ruling delete(UserDeletion deletion, long at) {
    TenantKey tenant = new TenantKey(deletion.getTenantId());
    if (states.tenant(tenant, at).isEmpty()) {
      return new Ruling.Rejected(TENANT_NOT_FOUND);
    }
    return states
        .user(new TenantUserKey(tenant, deletion.getUserId()), at)
        .map(user -> changed(user.getRev() + 1, departures.of(user, at)))
        .orElseGet(() -> new Ruling.Rejected(USER_NOT_FOUND));
  }

  Ruling claim(ChannelClaim claim, long at) {
    TenantKey tenant = new TenantKey(claim.getTenantId());
    ChannelKey channel = new ChannelKey(claim.getChannelType(), claim.getChannelId());
    if (states.tenant(tenant, at).isEmpty()) {
      return new Ruling.Rejected(TENANT_NOT_FOUND);
    }
    Optional<TenantKey> owner = states.owners().of(channel);
    if (owner.isEmpty()) {
      return begin(tenant, channel, at);
    }
    return owner
        .filter(tenant::equals)
        .flatMap(same -> states.mapping(same, channel, at))
        .map(mapping -> unchanged(mapping.getRev()))
        .orElseGet(() -> new Ruling.Rejected(CHANNEL_CLAIMED));
  }

  private Ruling begin(TenantKey tenant, ChannelKey channel, long at) {
    String id = new ChannelMappingKey(tenant, channel).text();
    ChannelMapping mapping =
        ChannelMapping.newBuilder()
            .setTenantId(tenant.tenantId())
            .setChannelType(channel.type())
            .setChannelId(channel.id())
            .setRev(states.channels().firstRev(id, at))
            .build();
    OutputRecord<?, ?> change = states.channels().change(mapping);
    states.owners().put(channel, tenant);
    return changed(mapping.getRev(), change);
  }

  Ruling release(ChannelRelease release, long at) {
    TenantKey tenant = new TenantKey(release.getTenantId());
    if (states.tenant(tenant, at).isEmpty()) {
      return new Ruling.Rejected(TENANT_NOT_FOUND);
    }
    return states
        .mapping(tenant, new ChannelKey(release.getChannelType(), release.getChannelId()), at)
        .map(mapping -> changed(mapping.getRev() + 1, departures.of(mapping, at)))
        .orElseGet(() -> new Ruling.Rejected(CHANNEL_NOT_FOUND));
  }

  private static Ruling changed(long rev, OutputRecord<?, ?> change) {
    return new Ruling.Applied(rev, List.of(change));
  }

  private static Ruling unchanged(long rev) {
    return new Ruling.Applied(rev, List.of());
  }
}
