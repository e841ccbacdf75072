package io.tributary.sink.tenants;

import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/** Mapper of users to items of their tenant; one without details is deleted. */
final class TenantUserMapper implements RecordMapper<TenantUserKey, TenantUser> {

  @Override
  public ItemWrite map(TenantUserKey key, TenantUser user) {
    RecordMapper.requireImplied(TenantUserKey.of(user), key);
    UserDetails details = user.getDetails();
    return details == null
        ? TenantsTables.delete(key.tenant(), key.sk(), user.getRev())
        : TenantsTables.put(item(key, details), user.getRev());
  }

  @Override
  public Optional<VersionedDelete> removal(TenantUserKey key) {
    return Optional.of(TenantsTables.delete(key.tenant(), key.sk(), 0));
  }

  @Override
  public Decoded mapTombstone(TenantUserKey key) {
    return new Decoded.Nothing();
  }

  private static ItemBuilder item(TenantUserKey key, UserDetails details) {
    RecordMapper.requireImplied(details.getUserId(), key.userId());
    return TenantsTables.item(key.tenant().pk(), key.sk())
        .text("user_id", key.userId())
        .text("email", details.getEmail())
        .text("display_name", details.getDisplayName())
        .text("role", details.getRole().name())
        .text("channel_identities", details.getChannelIdentitiesJson())
        .text("preferences", details.getPreferencesJson())
        .text("custom_properties", details.getCustomPropertiesJson())
        .text("memory_summary", details.getMemorySummary())
        .text("memory_updated_at", details.getMemoryUpdatedAt());
  }
}
