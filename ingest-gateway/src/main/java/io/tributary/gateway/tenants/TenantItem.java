package io.tributary.gateway.tenants;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.answer.Timestamps;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import org.jspecify.annotations.Nullable;

/** Stored items without keys and revision, as answers. */
final class TenantItem {

  private TenantItem() {}

  /** A tenant; {@code createdAt} in epoch milliseconds. */
  static Reply of(TenantPut tenant, long createdAt) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put(TenantsPath.TENANT_ID, tenant.getTenantId());
    item.put("name", tenant.getName());
    item.put("status", tenant.getStatus().name());
    item.put("created_at", Timestamps.format(createdAt));
    putJson(item, "settings", tenant.getSettingsJson());
    return Answer.json(item.toString());
  }

  static Reply of(UserDetails user) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put(TenantsPath.USER_ID, user.getUserId());
    item.put("email", user.getEmail());
    item.put("display_name", user.getDisplayName());
    item.put("role", user.getRole().name());
    putJson(item, "channel_identities", user.getChannelIdentitiesJson());
    putJson(item, "preferences", user.getPreferencesJson());
    putJson(item, "custom_properties", user.getCustomPropertiesJson());
    putText(item, "memory_summary", user.getMemorySummary());
    putText(item, "memory_updated_at", user.getMemoryUpdatedAt());
    return Answer.json(item.toString());
  }

  static Reply of(ChannelMappingKey mapping) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put(TenantsPath.TENANT_ID, mapping.tenant().tenantId());
    item.put("channel_type", mapping.channel().type());
    item.put("channel_id", mapping.channel().id());
    return Answer.json(item.toString());
  }

  private static void putJson(ObjectNode item, String name, @Nullable String json) {
    if (json != null) {
      item.putRawValue(name, new RawValue(json));
    }
  }

  private static void putText(ObjectNode item, String name, @Nullable String text) {
    if (text != null) {
      item.put(name, text);
    }
  }
}
