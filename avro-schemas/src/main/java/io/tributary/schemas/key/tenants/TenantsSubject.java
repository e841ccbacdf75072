package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;

/** Subjects of the tenants family's commands, as their keys. */
public final class TenantsSubject {

  private TenantsSubject() {}

  /** The item's key; for a channel the channel alone, which tenants contest. */
  public static String of(TenantsCommand command) {
    Object change = command.getChange();
    if (change instanceof TenantPut put) {
      return tenant(put.getTenantId());
    }
    if (change instanceof TenantDeletion deletion) {
      return tenant(deletion.getTenantId());
    }
    if (change instanceof UserPut put) {
      return user(put.getTenantId(), put.getUser().getUserId());
    }
    if (change instanceof UserDeletion deletion) {
      return user(deletion.getTenantId(), deletion.getUserId());
    }
    if (change instanceof ChannelClaim claim) {
      return new ChannelKey(claim.getChannelType(), claim.getChannelId()).text();
    }
    ChannelRelease release = (ChannelRelease) change;
    return new ChannelKey(release.getChannelType(), release.getChannelId()).text();
  }

  private static String tenant(String id) {
    return new TenantKey(id).text();
  }

  private static String user(String tenantId, String userId) {
    return new TenantUserKey(new TenantKey(tenantId), userId).text();
  }
}
