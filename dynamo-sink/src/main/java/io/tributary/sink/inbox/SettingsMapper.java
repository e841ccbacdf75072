package io.tributary.sink.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of settings to items beside the tenant's others. */
final class SettingsMapper implements RecordMapper<String, InboxSettings> {

  @Override
  public ItemWrite map(String subject, InboxSettings record) {
    InboxSettingsKey key = InboxSettingsKey.of(record);
    RecordMapper.requireImplied(key.subject(), subject);
    ItemBuilder item =
        InboxTables.item(key.pk(), key.sk())
            .text("title", record.getTitle())
            .text("tenant_key", record.getTenantKey())
            .text("inbox_key", record.getInboxKey())
            .text("uid", record.getUid())
            .number(VersionedPut.REVISION, record.getRev());
    return InboxTables.put(settings(item, key, record.getSettings()));
  }

  @Override
  public Optional<VersionedDelete> removal(String key) {
    return Optional.of(
        new VersionedDelete(
            InboxTables.INBOX.name(),
            InboxTables.item(InboxSettingsKey.parse(key).pk(), InboxSettingsKey.parse(key).sk())
                .build(),
            0));
  }

  private static ItemBuilder settings(ItemBuilder item, InboxSettingsKey key, Object settings) {
    if (settings instanceof TenantSettings tenant && key.inboxKey().isEmpty()) {
      return item.text("kind", "TS").text("ttl", tenant.getTtl());
    }
    if (settings instanceof InboxConfig config && key.inboxKey().isPresent()) {
      ItemBuilder lives = new ItemBuilder();
      config.getTtl().forEach(lives::text);
      return item.text("kind", "IC").text("description", config.getDescription()).map("ttl", lives);
    }
    throw new IllegalArgumentException("settings of a tenant under the key of an inbox, or so");
  }
}
