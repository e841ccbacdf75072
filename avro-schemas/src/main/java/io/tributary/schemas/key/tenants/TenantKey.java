package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.Tenant;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/**
 * Key of a tenant's item: {@code TENANT#{tenant_id}} and {@code META}. As a record key the two are
 * joined by {@code #}.
 */
public record TenantKey(String tenantId) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<TenantKey> CODEC =
      KeyCodec.ofParts(
          TenantKey.class,
          "TENANT#{tenant_id}#META",
          TenantKey::text,
          parts -> new TenantKey(parts.get(1)),
          TenantKey::pk);

  /** Sort key of every tenant's own item. */
  public static final String SK = "META";

  public TenantKey {
    KeyPart.ID.require("tenant_id", tenantId);
  }

  public static TenantKey of(Tenant tenant) {
    return new TenantKey(tenant.getTenantId());
  }

  /** Partition key of the tenant's item, its users' and its channels'. */
  public String pk() {
    return HashedParts.join("TENANT", tenantId);
  }

  /** {@code pk#sk}. */
  public String text() {
    return HashedParts.join(pk(), SK);
  }
}
