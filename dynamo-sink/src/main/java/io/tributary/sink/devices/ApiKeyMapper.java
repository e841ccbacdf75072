package io.tributary.sink.devices;

import io.tributary.avro.devices.ApiKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of API keys to api_keys, indexed by hash, listed by age. */
final class ApiKeyMapper implements RecordMapper<String, ApiKey> {

  @Override
  public ItemWrite map(String keyId, ApiKey key) {
    RecordMapper.requireImplied(key.getKeyId(), keyId);
    return new VersionedPut(
        DevicesTables.API_KEYS.name(),
        "key_id",
        new ItemBuilder()
            .text("key_id", key.getKeyId())
            .indexKey("api_key_hash", key.getApiKeyHash())
            .second("created_at", key.getCreatedAtMs())
            .second("last_used_at", key.getLastUsedAtMs())
            .flag("is_active", key.getIsActive())
            .text("description", key.getDescription())
            .text("gsi1pk", "api_keys")
            .second("gsi1sk", key.getCreatedAtMs())
            .number(VersionedPut.REVISION, key.getRev())
            .build());
  }

  @Override
  public Optional<VersionedDelete> removal(String key) {
    return Optional.of(
        new VersionedDelete(
            DevicesTables.API_KEYS.name(), new ItemBuilder().text("key_id", key).build(), 0));
  }
}
