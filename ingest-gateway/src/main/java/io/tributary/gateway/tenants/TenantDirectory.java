package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.Visibility;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Optional;

final class TenantDirectory {

  private final Directory<TenantKey, Tenant, KnownTenant> directory;

  TenantDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            TenantsTopics.TENANTS,
            source,
            TenantKey::of,
            KnownTenant::of,
            Tenant::getRev,
            (before, after) -> {});
  }

  /** A tenant, perhaps removed; {@code createdAt} in epoch milliseconds. */
  record KnownTenant(TenantStatus status, TenantRules rules, long createdAt, boolean removed) {

    private static KnownTenant of(Tenant tenant) {
      return new KnownTenant(
          tenant.getStatus(),
          TenantRules.of(tenant.getSettingsJson()),
          tenant.getCreatedAtMs(),
          tenant.getRemovedAtMs() != null);
    }
  }

  Directory<?, ?, ?> records() {
    return directory;
  }

  Optional<KnownTenant> find(TenantKey key) {
    return directory.find(key).filter(tenant -> !tenant.removed());
  }

  /** Epoch milliseconds; of removed tenants too. */
  Optional<Long> createdAt(TenantKey key) {
    return directory.find(key).map(KnownTenant::createdAt);
  }

  /** Tells when the tenant has a revision. */
  Visibility visibility(TenantKey key) {
    return (subject, rev, deadline) -> directory.visible(key, rev, deadline);
  }
}
