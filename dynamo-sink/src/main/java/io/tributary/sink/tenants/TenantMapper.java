package io.tributary.sink.tenants;

import io.tributary.avro.tenants.Tenant;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/** Mapper of tenants to items beside their users' and channels'. */
final class TenantMapper implements RecordMapper<TenantKey, Tenant> {

  @Override
  public ItemWrite map(TenantKey key, Tenant tenant) {
    RecordMapper.requireImplied(TenantKey.of(tenant), key);
    if (tenant.getRemovedAtMs() != null) {
      return TenantsTables.delete(key, TenantKey.SK, tenant.getRev());
    }
    return TenantsTables.put(
        TenantsTables.item(key.pk(), TenantKey.SK)
            .text("tenant_id", key.tenantId())
            .text("name", tenant.getName())
            .text("status", tenant.getStatus().name())
            .second("created_at", tenant.getCreatedAtMs())
            .text("settings", tenant.getSettingsJson()),
        tenant.getRev());
  }

  @Override
  public Optional<VersionedDelete> removal(TenantKey key) {
    return Optional.of(TenantsTables.delete(key, TenantKey.SK, 0));
  }

  @Override
  public Decoded mapTombstone(TenantKey key) {
    return new Decoded.Nothing();
  }
}
