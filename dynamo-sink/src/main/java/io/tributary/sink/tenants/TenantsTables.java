package io.tributary.sink.tenants;

import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Optional;

final class TenantsTables {

  static final String PK = "pk";
  static final String SK = "sk";

  /** Attribute with the epoch second of the expiry. */
  static final String EXPIRY = "ttl";

  /** Index of a channel's tenant; only mappings have its key. */
  private static final IndexDefinition CHANNEL_MAPPING =
      new IndexDefinition("channel-mapping", TableKey.of("gsi1pk", "gsi1sk"));

  static final TableDefinition CONVERSATIONS =
      new TableDefinition(
          "conversations", TableKey.of(PK, SK), List.of(), Optional.of(EXPIRY), false);

  static final TableDefinition TENANTS =
      new TableDefinition(
          "tenants", TableKey.of(PK, SK), List.of(CHANNEL_MAPPING), Optional.empty(), false);

  private TenantsTables() {}

  /** An item with its key alone. */
  static ItemBuilder item(String pk, String sk) {
    return new ItemBuilder().text(PK, pk).text(SK, sk);
  }

  static VersionedPut put(ItemBuilder item, long revision) {
    return new VersionedPut(
        TENANTS.name(), PK, item.number(VersionedPut.REVISION, revision).build());
  }

  static VersionedDelete delete(TenantKey tenant, String sk, long revision) {
    return new VersionedDelete(TENANTS.name(), item(tenant.pk(), sk).build(), revision);
  }
}
