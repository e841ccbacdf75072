package io.tributary.sink.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/** Mapper of claimed channels to items of their tenant, indexed by channel. */
final class ChannelMappingMapper implements RecordMapper<ChannelMappingKey, ChannelMapping> {

  @Override
  public ItemWrite map(ChannelMappingKey key, ChannelMapping mapping) {
    RecordMapper.requireImplied(ChannelMappingKey.of(mapping), key);
    if (mapping.getRemovedAtMs() != null) {
      return TenantsTables.delete(key.tenant(), key.sk(), mapping.getRev());
    }
    return TenantsTables.put(
        TenantsTables.item(key.tenant().pk(), key.sk())
            .indexKey("gsi1pk", key.channel().text())
            .indexKey("gsi1sk", key.tenant().pk()),
        mapping.getRev());
  }

  @Override
  public Optional<VersionedDelete> removal(ChannelMappingKey key) {
    return Optional.of(TenantsTables.delete(key.tenant(), key.sk(), 0));
  }

  @Override
  public Decoded mapTombstone(ChannelMappingKey key) {
    return new Decoded.Nothing();
  }
}
