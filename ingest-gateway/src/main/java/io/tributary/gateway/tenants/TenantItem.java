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
    item.put(TenantReader.NAME, tenant.getName());
    item.put(TenantReader.STATUS, tenant.getStatus().name());
    item.put("created_at", Timestamps.format(createdAt));
    putJson(item, TenantReader.SETTINGS, tenant.getSettingsJson());
    return Answer.json(item.toString());
  }

  static Reply of(UserDetails user) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put(TenantsPath.USER_ID, user.getUserId());
    item.put(TenantReader.EMAIL, user.getEmail());
    item.put(TenantReader.DISPLAY_NAME, user.getDisplayName());
    item.put(TenantReader.ROLE, user.getRole().name());
    putJson(item, TenantReader.CHANNEL_IDENTITIES, user.getChannelIdentitiesJson());
    putJson(item, TenantReader.PREFERENCES, user.getPreferencesJson());
    putJson(item, TenantReader.CUSTOM_PROPERTIES, user.getCustomPropertiesJson());
    putText(item, TenantReader.MEMORY_SUMMARY, user.getMemorySummary());
    putText(item, TenantReader.MEMORY_UPDATED_AT, user.getMemoryUpdatedAt());
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
