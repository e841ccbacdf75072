package io.tributary.schemas.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tables and items of the tenants family. */
public final class TenantsItems {

  private static final String EXPIRY = "ttl";
  private static final TableKey KEY = TableKey.of("pk", "sk");
  private static final JsonFactory JSON = new JsonFactory();

  /** Index of a channel's tenant; only mappings have its key. */
  private static final IndexDefinition CHANNEL_MAPPING =
      new IndexDefinition("channel-mapping", TableKey.of("gsi1pk", "gsi1sk"));

  public static final TableDefinition CONVERSATIONS =
      new TableDefinition("conversations", KEY, List.of(), Optional.of(EXPIRY), false);

  public static final TableDefinition TENANTS =
      new TableDefinition("tenants", KEY, List.of(CHANNEL_MAPPING), Optional.empty(), false);

  /** Tenants, beside their users and channels. */
  public static final ItemLayout<TenantKey, Tenant> TENANT =
      ItemLayout.of(
              TenantsTopics.TENANTS,
              TENANTS,
              TenantKey::of,
              key -> List.of(key.pk(), TenantKey.SK),
              new Attributes<Tenant>()
                  .text("tenant_id", Tenant::getTenantId)
                  .text("name", Tenant::getName)
                  .word("status", Tenant::getStatus)
                  .second("created_at", Tenant::getCreatedAtMs)
                  .text("settings", Tenant::getSettingsJson)
                  .revision(Tenant::getRev))
          .removedBy(tenant -> tenant.getRemovedAtMs() != null)
          .withTombstones();

  private static final Attributes<UserDetails> DETAILS =
      new Attributes<UserDetails>()
          .text("email", UserDetails::getEmail)
          .text("display_name", UserDetails::getDisplayName)
          .word("role", UserDetails::getRole)
          .text("channel_identities", UserDetails::getChannelIdentitiesJson)
          .text("preferences", UserDetails::getPreferencesJson)
          .text("custom_properties", UserDetails::getCustomPropertiesJson)
          .text("memory_summary", UserDetails::getMemorySummary)
          .text("memory_updated_at", UserDetails::getMemoryUpdatedAt);

  /** Users of a tenant; one without details is removed. */
  public static final ItemLayout<TenantUserKey, TenantUser> USER =
      ItemLayout.of(
              TenantsTopics.USERS,
              TENANTS,
              TenantUserKey::of,
              key -> List.of(key.tenant().pk(), key.sk()),
              new Attributes<TenantUser>()
                  .check(TenantsItems::requireUser)
                  .text("user_id", TenantUser::getUserId)
                  .all(TenantUser::getDetails, DETAILS)
                  .revision(TenantUser::getRev))
          .removedBy(user -> user.getDetails() == null)
          .withTombstones();

  /** Claimed channels, indexed by channel. */
  public static final ItemLayout<ChannelMappingKey, ChannelMapping> CHANNEL =
      ItemLayout.of(
              TenantsTopics.CHANNELS,
              TENANTS,
              ChannelMappingKey::of,
              key -> List.of(key.tenant().pk(), key.sk()),
              new Attributes<ChannelMapping>()
                  .indexKey("gsi1pk", mapping -> ChannelMappingKey.of(mapping).channel().text())
                  .indexKey("gsi1sk", mapping -> ChannelMappingKey.of(mapping).tenant().pk())
                  .revision(ChannelMapping::getRev))
          .removedBy(mapping -> mapping.getRemovedAtMs() != null)
          .withTombstones();

  /** Conversations, with entries as JSON text. */
  public static final ItemLayout<ConversationKey, Conversation> CONVERSATION =
      ItemLayout.of(
              TenantsTopics.CONVERSATIONS,
              CONVERSATIONS,
              ConversationKey::of,
              key -> List.of(key.tenantId(), key.conversationId()),
              new Attributes<Conversation>()
                  .text("messages", conversation -> messages(conversation.getEntries()))
                  .second(
                      "updated_at",
                      conversation -> Duration.ofSeconds(conversation.getUpdatedAtS()).toMillis())
                  .number(EXPIRY, Conversation::getExpiresAtS)
                  .revision(Conversation::getRev))
          .removedBy(conversation -> conversation.getClearedAtS() != null)
          .withTombstones();

  private TenantsItems() {}

  private static void requireUser(TenantUser user) {
    if (!user.getUserId().equals(user.getDetails().getUserId())) {
      throw new KeyFormatException("is not the one that the value implies");
    }
  }

  /** An array of objects with role and content, without white space. */
  private static String messages(List<ConversationEntry> entries) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      for (ConversationEntry entry : entries) {
        json.writeStartObject();
        json.writeStringField("role", entry.getRole().name());
        json.writeStringField("content", entry.getContent());
        json.writeEndObject();
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
