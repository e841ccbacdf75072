package io.tributary.sink.tenants;

import static io.tributary.sink.kit.FamilyWrites.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserRole;
import io.tributary.sink.kit.FamilyWrites;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.VersionedDelete;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items are compared with literals written from the schema's document, down from record bytes. */
final class TenantsMappersTest {

  private static final String TENANT = "TENANT#outlocks#META";
  private static final String USER = "TENANT#outlocks#USER#admin";
  private static final String CHANNEL = "TENANT#outlocks#CHANNEL#teams#azure-bot-app-id";
  private static final String CONVERSATION = "default#conv-abc-123";

  private final FamilyWrites writes = new FamilyWrites(new TenantsFamily());

  @Test
  void shouldKeepOtherDetailsOfAUser() {
    UserDetails details =
        details()
            .setRole(UserRole.member)
            .setPreferencesJson("{\"language\":\"de\"}")
            .setCustomPropertiesJson("{}")
            .setMemorySummary("Likes short answers.")
            .setMemoryUpdatedAt("2026-02-20T10:00:00Z")
            .build();

    assertThat(writes.item("tenants", USER, user(details)))
        .hasSize(12)
        .containsEntry("role", text("member"))
        .containsEntry("preferences", text("{\"language\":\"de\"}"))
        .containsEntry("custom_properties", text("{}"))
        .containsEntry("memory_summary", text("Likes short answers."))
        .containsEntry("memory_updated_at", text("2026-02-20T10:00:00Z"));
  }

  @Test
  void shouldKeepContentOfAnyCharacters() {
    Conversation said =
        conversation()
            .setEntries(
                List.of(
                    new ConversationEntry(
                        EntryRole.user, "\"a\\b\"\n\u0001 é 😀 </script>", null, false)))
            .build();

    assertThat(writes.item("conversations", CONVERSATION, said))
        .containsEntry(
            "messages",
            text(
                "[{\"role\":\"user\",\"content\":"
                    + "\"\\\"a\\\\b\\\"\\n\\u0001 é 😀 </script>\"}]"));
  }

  @Test
  void shouldDeleteRemovedItems() {
    assertThat(writes.write(TENANT, tenant().setRemovedAtMs(1_771_684_300_000L).setRev(2).build()))
        .isEqualTo(delete("tenants", "TENANT#outlocks", "META", 2));
    assertThat(writes.write(USER, user(null)))
        .isEqualTo(delete("tenants", "TENANT#outlocks", "USER#admin", 1_177_168_420_000L));
    assertThat(writes.write(CHANNEL, mapping(1_771_684_300_000L)))
        .isEqualTo(
            delete(
                "tenants",
                "TENANT#outlocks",
                "CHANNEL#teams#azure-bot-app-id",
                1_177_168_420_000L));
  }

  @Test
  void shouldDeleteAClearedConversation() {
    Conversation cleared =
        conversation().setEntries(List.of()).setClearedAtS(1_771_684_300L).setRev(3).build();

    assertThat(writes.write(CONVERSATION, cleared))
        .isEqualTo(delete("conversations", "default", "conv-abc-123", 3));
  }

  @Test
  void shouldDeleteAForgottenConversationOnlyOnceItHasExpired() {
    assertThat(writes.tombstone("tenants.conversations", CONVERSATION))
        .isEqualTo(
            new Decoded.Write(
                new ExpiredDelete(
                    "conversations", FamilyWrites.key("default", "conv-abc-123"), "ttl")));
  }

  @ParameterizedTest
  @CsvSource({
    "tenants.tenants, " + TENANT,
    "tenants.users, " + USER,
    "tenants.channels, " + CHANNEL
  })
  void shouldAskNothingOnceARemovalIsForgotten(String topic, String key) {
    assertThat(writes.tombstone(topic, key)).isEqualTo(new Decoded.Nothing());
    assertThat(writes.tombstone(topic, "nonsense")).isInstanceOf(Decoded.Unwritable.class);
  }

  @Test
  void shouldRefuseAKeyThatTheValueDoesNotImply() {
    UserDetails another = details().setUserId("other").build();
    for (Decoded decoded :
        List.of(
            writes.decode(TENANT, tenant().setTenantId("other").build()),
            writes.decode(USER, user(another)),
            writes.decode("TENANT#outlocks#USER#other", user(details().build())),
            writes.decode("TENANT#outlocks#CHANNEL#slack#azure-bot-app-id", mapping(null)),
            writes.decode("default#other", conversation().build()))) {
      assertThat(decoded).isInstanceOf(Decoded.Unwritable.class);
    }
  }

  @Test
  void shouldRefuseTimesThatNoTextHolds() {
    assertThat(writes.decode(TENANT, tenant().setCreatedAtMs(Long.MAX_VALUE).build()))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThat(writes.decode(CONVERSATION, conversation().setUpdatedAtS(Long.MAX_VALUE).build()))
        .isInstanceOf(Decoded.Unwritable.class);
  }

  private static VersionedDelete delete(String table, String pk, String sk, long revision) {
    return new VersionedDelete(table, FamilyWrites.key(pk, sk), revision);
  }

  private static Tenant.Builder tenant() {
    return Tenant.newBuilder()
        .setTenantId("outlocks")
        .setName("Outlocks")
        .setStatus(TenantStatus.active)
        .setSettingsJson("{}")
        .setCreatedAtMs(1_771_684_200_999L)
        .setRev(1_177_168_420_000L);
  }

  /** A user; without details, one that is removed. */
  private static TenantUser user(@Nullable UserDetails details) {
    return TenantUser.newBuilder()
        .setTenantId("outlocks")
        .setUserId("admin")
        .setDetails(details)
        .setRemovedAtMs(details == null ? 1_771_684_300_000L : null)
        .setRev(1_177_168_420_000L)
        .build();
  }

  private static UserDetails.Builder details() {
    return UserDetails.newBuilder()
        .setUserId("admin")
        .setEmail("admin@outlocks.example")
        .setDisplayName("Ada Admin")
        .setRole(UserRole.admin)
        .setChannelIdentitiesJson("{\"teams\":\"aad-id\",\"slack\":\"U12345\"}");
  }

  private static ChannelMapping mapping(@Nullable Long removedAt) {
    return ChannelMapping.newBuilder()
        .setTenantId("outlocks")
        .setChannelType("teams")
        .setChannelId("azure-bot-app-id")
        .setRemovedAtMs(removedAt)
        .setRev(1_177_168_420_000L)
        .build();
  }

  private static Conversation.Builder conversation() {
    return Conversation.newBuilder()
        .setTenantId("default")
        .setConversationId("conv-abc-123")
        .setEntries(
            List.of(
                new ConversationEntry(EntryRole.user, "what's the sprint status?", null, false),
                new ConversationEntry(
                    EntryRole.assistant, "Here's your current sprint...", null, false)))
        .setUpdatedAtS(1_771_684_200L)
        .setExpiresAtS(1_774_276_200L)
        .setRev(1_177_168_420_001L);
  }
}
