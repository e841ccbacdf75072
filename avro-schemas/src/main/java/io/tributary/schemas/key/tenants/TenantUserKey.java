package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.TenantUser;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/**
 * Key of the item of a tenant's user: {@code TENANT#{tenant_id}} and {@code USER#{user_id}}. As a
 * record key the two are joined by {@code #}.
 */
public record TenantUserKey(TenantKey tenant, String userId) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<TenantUserKey> CODEC =
      KeyCodec.ofParts(
          TenantUserKey.class,
          "TENANT#{tenant_id}#USER#{user_id}",
          TenantUserKey::text,
          parts -> new TenantUserKey(new TenantKey(parts.get(1)), parts.get(TenantUserKey.USER_ID)),
          key -> key.tenant().pk());

  private static final int USER_ID = 3;

  public TenantUserKey {
    KeyPart.ID.require("user_id", userId);
  }

  public static TenantUserKey of(TenantUser user) {
    return new TenantUserKey(new TenantKey(user.getTenantId()), user.getUserId());
  }

  public String sk() {
    return HashedParts.join("USER", userId);
  }

  /** {@code pk#sk}. */
  public String text() {
    return HashedParts.join(tenant.pk(), sk());
  }
}
