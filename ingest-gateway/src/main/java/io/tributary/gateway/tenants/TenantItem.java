package io.tributary.gateway.tenants;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
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

  private record TenantBody(
      String tenantId,
      String name,
      String status,
      String createdAt,
      @JsonRawValue String settings) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record UserBody(
      String userId,
      String email,
      String displayName,
      String role,
      @JsonRawValue @Nullable String channelIdentities,
      @JsonRawValue @Nullable String preferences,
      @JsonRawValue @Nullable String customProperties,
      @Nullable String memorySummary,
      @Nullable String memoryUpdatedAt) {}

  private record ChannelBody(String tenantId, String channelType, String channelId) {}

  /** A tenant; {@code createdAt} in epoch milliseconds. */
  static Reply of(TenantPut tenant, long createdAt) {
    return Answer.json(
        new TenantBody(
            tenant.getTenantId(),
            tenant.getName(),
            tenant.getStatus().name(),
            Timestamps.format(createdAt),
            tenant.getSettingsJson()));
  }

  static Reply of(UserDetails user) {
    return Answer.json(
        new UserBody(
            user.getUserId(),
            user.getEmail(),
            user.getDisplayName(),
            user.getRole().name(),
            user.getChannelIdentitiesJson(),
            user.getPreferencesJson(),
            user.getCustomPropertiesJson(),
            user.getMemorySummary(),
            user.getMemoryUpdatedAt()));
  }

  static Reply of(ChannelMappingKey mapping) {
    return Answer.json(
        new ChannelBody(
            mapping.tenant().tenantId(), mapping.channel().type(), mapping.channel().id()));
  }
}
