package io.tributary.sink.inbox;

import static io.tributary.sink.kit.FamilyWrites.number;
import static io.tributary.sink.kit.FamilyWrites.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Removal;
import io.tributary.avro.inbox.RemovalReason;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.schemas.item.InboxItems;
import io.tributary.schemas.item.UnstorableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.kit.FamilyWrites;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.VersionedDelete;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the schema's document, down from record bytes. */
final class InboxMappersTest {

  private static final String USER_MESSAGE = "t#acmeU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X";
  private static final String RECEIPT = "t#acmeU#u-1001#DEFAULT#m#07AEH01R0B8C3D5EF";

  private final FamilyWrites writes = new FamilyWrites(new InboxFamily());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"1.50|N|1.5", "true|BOOL|true", "null|NUL|true", "\"\"|S|``"})
  void shouldTakeAnyJsonForABody(String json, AttributeValue.Type type, String value) {
    AttributeValue body = body(json);

    assertThat(body.type()).isEqualTo(type);
    assertThat(
            switch (type) {
              case N -> body.n();
              case S -> body.s();
              case BOOL -> body.bool().toString();
              default -> body.nul().toString();
            })
        .isEqualTo(value);
  }

  @Test
  void shouldTakeAListForABody() {
    assertThat(body("[]")).isEqualTo(AttributeValue.fromL(List.of()));
    assertThat(body("[1,\"1\"]")).isEqualTo(AttributeValue.fromL(List.of(number("1"), text("1"))));
  }

  @Test
  void shouldRefuseABodyThatIsNoJson() {
    MessageDetails bare = details().setBodyJson("plain").build();

    assertThat(writes.decode(USER_MESSAGE, message().setDetails(bare).build()))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThatThrownBy(
            () ->
                ItemRoute.of(InboxItems.MESSAGE)
                    .mapper()
                    .map(key(), message().setDetails(bare).build()))
        .isInstanceOf(UnstorableException.class)
        .hasMessageContaining("body");
  }

  @Test
  void shouldDeleteARemovedMessage() {
    InboxMessage removed =
        message()
            .setDetails(null)
            .setRemoval(new Removal(RemovalReason.redacted, 1_756_095_000L))
            .setRev(1_175_609_398_001L)
            .build();

    assertThat(writes.write(USER_MESSAGE, removed))
        .isEqualTo(
            new VersionedDelete(
                "inbox",
                FamilyWrites.key("t#acmeU#u-1001#DEFAULT", "m#07AEH01P4K9ZQ2M7X"),
                1_175_609_398_001L));
  }

  @Test
  void shouldDeleteARemovedReceipt() {
    InboxReceipt removed =
        receipt().setRemoval(new Removal(RemovalReason.expired, 1_756_698_790L)).build();

    assertThat(writes.write(RECEIPT, removed))
        .isEqualTo(
            new VersionedDelete(
                "inbox",
                FamilyWrites.key("t#acmeU#u-1001#DEFAULT", "m#07AEH01R0B8C3D5EF"),
                1_175_609_500_000L));
  }

  @Test
  void shouldDeleteForgottenItemsOnceExpired() {
    Item key = FamilyWrites.key("t#acmeU#u-1001#DEFAULT", "m#07AEH01R0B8C3D5EF");

    for (String topic : List.of("inbox.messages", "inbox.receipts")) {
      assertThat(writes.tombstone(topic, RECEIPT))
          .isEqualTo(new Decoded.Write(new ExpiredDelete("inbox", key, "expiredat")));
    }
    assertThat(writes.tombstone("inbox.stats", "t#acmeU#u-1001#DEFAULT#c#*"))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThat(writes.tombstone("inbox.messages", "nonsense"))
        .isInstanceOf(Decoded.Unwritable.class);
  }

  @Test
  void shouldRefuseSettingsOfAnotherKind() {
    assertThat(
            writes.decode("t#acme#si#DEFAULT", settings("DEFAULT", "x", new TenantSettings("30d"))))
        .isInstanceOf(Decoded.Unwritable.class);
  }

  @Test
  void shouldRefuseAKeyThatTheValueDoesNotImply() {
    assertThatThrownBy(
            () ->
                ItemRoute.of(InboxItems.MESSAGE)
                    .mapper()
                    .map(key(), message().setUid("u-1002").build()))
        .isInstanceOf(KeyFormatException.class);
    assertThat(writes.decode(RECEIPT, receipt().setInboxKey("OTHER").build()))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThat(writes.decode("t#acmeU#u-1001#DEFAULT#c#*", stats().setCategory("promo").build()))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThat(
            writes.decode(
                "t#other#st#tenant_settings", settings(null, "x", new TenantSettings("30d"))))
        .isInstanceOf(Decoded.Unwritable.class);
  }

  private static InboxMessageKey key() {
    return InboxMessageKey.CODEC.decode(USER_MESSAGE);
  }

  private AttributeValue body(String json) {
    MessageDetails details = details().setBodyJson(json).build();
    AttributeValue message =
        Objects.requireNonNull(
            writes
                .item("inbox", USER_MESSAGE, message().setDetails(details).build())
                .get("message"));
    return Objects.requireNonNull(message.m().get("body"));
  }

  private static InboxMessage.Builder message() {
    return InboxMessage.newBuilder()
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setUid("u-1001")
        .setId("07AEH01P4K9ZQ2M7X")
        .setCategory("billing")
        .setReceivedS(1_756_093_980L)
        .setExpiredatS(1_758_685_980L)
        .setDetails(details().build())
        .setRev(1_175_609_398_000L);
  }

  private static MessageDetails.Builder details() {
    return MessageDetails.newBuilder()
        .setHostSystemId("inv-2025-000184")
        .setSender("admin-7")
        .setLabel("Invoice recipients")
        .setTitle("Invoice ready")
        .setBodyJson("\"Your August invoice is available.\"")
        .setCtaUri("acme://invoices/184");
  }

  private static InboxReceipt.Builder receipt() {
    return InboxReceipt.newBuilder()
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setUid("u-1001")
        .setId("07AEH01R0B8C3D5EF")
        .setCategory("promo")
        .setReadatS(1_756_095_000L)
        .setExpiredatS(1_756_698_780L)
        .setRev(1_175_609_500_000L);
  }

  private static InboxStats.Builder stats() {
    return InboxStats.newBuilder()
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setUid("u-1001")
        .setPublished(2)
        .setRead(0L)
        .setRev(3);
  }

  private static InboxSettings settings(@Nullable String inbox, String title, Object settings) {
    return InboxSettings.newBuilder()
        .setTenantKey("acme")
        .setInboxKey(inbox)
        .setTitle(title)
        .setUid("admin-7")
        .setSettings(settings)
        .setRev(4)
        .build();
  }
}
