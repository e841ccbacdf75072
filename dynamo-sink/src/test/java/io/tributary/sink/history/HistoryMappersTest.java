package io.tributary.sink.history;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.Verso;
import io.tributary.schemas.item.HistoryItems;
import io.tributary.schemas.item.UnstorableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the schema's document. */
final class HistoryMappersTest {

  @Test
  void shouldMakeAnAnswerOfAnOrgWithoutTenants() {
    HistoryMessage answer =
        message()
            .setTenantId(null)
            .setRole(MessageRole.assistant)
            .setStopReason("end_turn")
            .setResponseMetadataJson("{}")
            .setSourcesJson("[]")
            .setVerso(Verso.down)
            .setFeedback("")
            .setUpdatedAtMs(1_765_370_097_000L)
            .build();

    VersionedPut put = map(answer);

    assertThat(put.items()).hasSize(1);
    assertThat(put.items().get(0).attributes())
        .hasSize(17)
        .containsEntry("PK", AttributeValue.fromS("org123#user456#thread789"))
        .containsEntry("SK", AttributeValue.fromS("LLM#0000001234567890123#msg_abc123"))
        .containsEntry("SKMessage", AttributeValue.fromS("LLM#msg_abc123"))
        .containsEntry("role", AttributeValue.fromS("assistant"))
        .containsEntry("stop_reason", AttributeValue.fromS("end_turn"))
        .containsEntry("response_metadata", AttributeValue.fromM(Map.of()))
        .containsEntry("sources", AttributeValue.fromL(List.of()))
        .containsEntry("verso", AttributeValue.fromS("down"))
        .containsEntry("feedback", AttributeValue.fromS(""))
        .containsEntry("created_at", AttributeValue.fromS("2025-12-10T12:34:56"))
        .containsEntry("updated_at", AttributeValue.fromS("2025-12-10T12:34:57"));
  }

  @Test
  void shouldOmitMissingMembersAndKeepAnEmptyText() {
    VersionedPut put = map(message().setContent("").setVerso(null).setFeedback(null).build());

    assertThat(put.items().get(0).attributes())
        .containsEntry("content", AttributeValue.fromS(""))
        .doesNotContainKeys("verso", "feedback", "stop_reason", "response_metadata", "sources");
  }

  @Test
  void shouldPutAThreadBesideItsMessagesAndIntoItsUsersList() {
    VersionedPut put = map(thread().build());

    assertThat(put.table()).isEqualTo("history");
    assertThat(put.key()).isEqualTo("PK");
    assertThat(put.items())
        .extracting(Item::attributes)
        .containsExactly(
            threadItem("org123#tenantA#user456#thread789"), threadItem("org123#tenantA#user456"));
  }

  @Test
  void shouldRefuseAKeyThatIsNotTheValues() {
    HistoryMessage message = message().build();
    HistoryThread thread = thread().build();
    ThreadKey other = ThreadKey.of("org123", "tenantB", "user456", "thread789");
    ThreadKey own = ThreadKey.of("org123", "tenantA", "user456", "thread789");

    refuses(message, new MessageKey(other, MessageRole.user, 1_234_567_890_123L, "msg_abc123"));
    refuses(message, new MessageKey(own, MessageRole.assistant, 1_234_567_890_123L, "msg_abc123"));
    refuses(message, new MessageKey(own, MessageRole.user, 1_234_567_890_124L, "msg_abc123"));
    refuses(message, new MessageKey(own, MessageRole.user, 1_234_567_890_123L, "msg_abc124"));
    assertThatThrownBy(() -> ItemRoute.of(HistoryItems.THREAD).mapper().map(other, thread))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("is not the one that the value implies");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,  content or content_json must be set",
        "7,  content is no JSON object or array",
        "[1, content must be well-formed JSON"
      })
  void shouldRefuseContentThatNoItemCanHold(@Nullable String json, String message) {
    HistoryMessage broken = message().setContent(null).setContentJson(json).build();

    assertThatThrownBy(() -> map(broken))
        .isInstanceOf(UnstorableException.class)
        .hasMessageStartingWith(message);
  }

  private static void refuses(HistoryMessage message, MessageKey key) {
    assertThatThrownBy(() -> ItemRoute.of(HistoryItems.MESSAGE).mapper().map(key, message))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("is not the one that the value implies");
  }

  private static Map<String, AttributeValue> threadItem(String pk) {
    return Map.ofEntries(
        entry("PK", AttributeValue.fromS(pk)),
        entry("SK", AttributeValue.fromS("THREAD#thread789")),
        entry("SKTimestampThread", AttributeValue.fromS("THREAD#1234567890123#thread789")),
        entry("ExpiryTime", AttributeValue.fromN("1740000000")),
        entry("org_id", AttributeValue.fromS("org123")),
        entry("user_id", AttributeValue.fromS("user456")),
        entry("origin", AttributeValue.fromS("web")),
        entry("is_temporary", AttributeValue.fromBool(false)),
        entry("title", AttributeValue.fromS("Apostrophes")),
        entry("created_at", AttributeValue.fromS("2025-12-10T12:34:56")),
        entry("updated_at", AttributeValue.fromS("2025-12-10T12:34:57")),
        entry("user_message_count", AttributeValue.fromN("3")),
        entry("rev", AttributeValue.fromN("1176536809602")));
  }

  private static VersionedPut map(HistoryMessage message) {
    ThreadKey thread = key(message.getTenantId());
    MessageKey key =
        new MessageKey(thread, message.getRole(), message.getTimestampMs(), message.getMessageId());
    return (VersionedPut) ItemRoute.of(HistoryItems.MESSAGE).mapper().map(key, message);
  }

  private static VersionedPut map(HistoryThread thread) {
    return (VersionedPut)
        ItemRoute.of(HistoryItems.THREAD).mapper().map(key(thread.getTenantId()), thread);
  }

  private static ThreadKey key(@Nullable String tenant) {
    return ThreadKey.of("org123", tenant, "user456", "thread789");
  }

  private static HistoryMessage.Builder message() {
    return HistoryMessage.newBuilder()
        .setOrgId("org123")
        .setTenantId("tenantA")
        .setUserId("user456")
        .setThreadId("thread789")
        .setMessageId("msg_abc123")
        .setRole(MessageRole.user)
        .setTimestampMs(1_234_567_890_123L)
        .setContent("Here's an example with an apostrophe")
        .setVerso(Verso.up)
        .setFeedback("Helpful answer")
        .setExpiryTimeS(1_740_000_000L)
        .setCreatedAtMs(1_765_370_096_000L)
        .setUpdatedAtMs(1_765_370_096_999L)
        .setRev(1_176_536_809_600L);
  }

  private static HistoryThread.Builder thread() {
    return HistoryThread.newBuilder()
        .setOrgId("org123")
        .setTenantId("tenantA")
        .setUserId("user456")
        .setThreadId("thread789")
        .setTitle("Apostrophes")
        .setOrigin("web")
        .setIsTemporary(false)
        .setLastActivityAtMs(1_234_567_890_123L)
        .setUserMessageCount(3)
        .setExpiryTimeS(1_740_000_000L)
        .setCreatedAtMs(1_765_370_096_000L)
        .setUpdatedAtMs(1_765_370_097_000L)
        .setRev(1_176_536_809_602L);
  }
}
