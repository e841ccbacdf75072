package io.tributary.sink.inbox;

import static io.tributary.sink.kit.FamilyWrites.number;
import static io.tributary.sink.kit.FamilyWrites.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Removal;
import io.tributary.avro.inbox.RemovalReason;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.schemas.key.InboxMessageKey;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.UnstorableException;
import io.tributary.sink.kit.FamilyWrites;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.RevisedDelete;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the schema's document, down from record bytes. */
final class InboxMappersTest {

  private static final String USER_MESSAGE = "t#acmeU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X";
  private static final String PUBLIC_MESSAGE = "t#acmeG#$public#DEFAULT#m#07AEH01R0B8C3D5EF";
  private static final String RECEIPT = "t#acmeU#u-1001#DEFAULT#m#07AEH01R0B8C3D5EF";

  /** {@code {"blocks":[{"type":"text","value":"20% off"}],"v":1}} as DynamoDB holds it. */
  private static final AttributeValue SALE =
      AttributeValue.fromM(
          Map.of(
              "blocks",
              AttributeValue.fromL(
                  List.of(
                      AttributeValue.fromM(
                          Map.of("type", text("text"), "value", text("20% off"))))),
              "v",
              number("1")));

  private final FamilyWrites writes = new FamilyWrites(InboxSink.FAMILY);

  @Test
  void shouldMakeTheDocumentedUserMessage() {
    assertThat(writes.item("inbox", USER_MESSAGE, message().build()))
        .isEqualTo(
            Map.ofEntries(
                entry("pk", text("t#acmeU#u-1001#DEFAULT")),
                entry("sk", text("m#07AEH01P4K9ZQ2M7X")),
                entry("kind", text("UM")),
                entry("id", text("07AEH01P4K9ZQ2M7X")),
                entry("host_system_id", text("inv-2025-000184")),
                entry("sender", text("admin-7")),
                entry(
                    "audiences",
                    AttributeValue.fromM(
                        Map.of(
                            "kind", text("users"),
                            "label", text("Invoice recipients"),
                            "uids", AttributeValue.fromL(List.of(text("u-1001")))))),
                entry("received", number("1756093980")),
                entry("delivered", number("1756093980")),
                entry("expiredat", number("1758685980")),
                entry("taxonomy", AttributeValue.fromM(Map.of("category", text("billing")))),
                entry(
                    "message",
                    AttributeValue.fromM(
                        Map.of(
                            "title", text("Invoice ready"),
                            "body", text("Your August invoice is available."),
                            "cta_uri", text("acme://invoices/184")))),
                entry("tenant_key", text("acme")),
                entry("inbox_key", text("DEFAULT")),
                entry("uid", text("u-1001")),
                entry("rev", number("1175609398000"))));
  }

  @Test
  void shouldMakeTheDocumentedPublicMessage() {
    assertThat(writes.item("inbox", PUBLIC_MESSAGE, publicMessage()))
        .isEqualTo(
            Map.ofEntries(
                entry("pk", text("t#acmeG#$public#DEFAULT")),
                entry("sk", text("m#07AEH01R0B8C3D5EF")),
                entry("kind", text("UM")),
                entry("id", text("07AEH01R0B8C3D5EF")),
                entry("host_system_id", AttributeValue.fromNul(true)),
                entry("sender", text("admin-7")),
                entry(
                    "audiences",
                    AttributeValue.fromM(
                        Map.of("kind", text("everyone"), "label", text("All customers")))),
                entry("received", number("1756093980")),
                entry("delivered", number("1756093980")),
                entry("expiredat", number("1758685980")),
                entry(
                    "message",
                    AttributeValue.fromM(
                        Map.of(
                            "title", text("Summer sale"),
                            "body", SALE,
                            "cta_uri", AttributeValue.fromNul(true)))),
                entry("tenant_key", text("acme")),
                entry("inbox_key", text("DEFAULT")),
                entry("uid", text("$public")),
                entry("rev", number("1175609398000"))));
  }

  @Test
  void shouldTellWhenAMessageWasRead() {
    assertThat(writes.item("inbox", USER_MESSAGE, message().setReadat(1_756_094_500L).build()))
        .hasSize(17)
        .containsEntry("readat", number("1756094500"));
  }

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
    MessageDetails bare = details().setBody("plain").build();

    assertThat(writes.decode(USER_MESSAGE, message().setDetails(bare).build()))
        .isInstanceOf(Decoded.Unwritable.class);
    assertThatThrownBy(
            () -> new InboxMessageMapper().map(key(), message().setDetails(bare).build()))
        .isInstanceOf(UnstorableException.class)
        .hasMessageContaining("body");
  }

  @Test
  void shouldDeleteARemovedMessage() {
    InboxMessage removed =
        message()
            .setDetails(null)
            .setRemoval(new Removal(RemovalReason.REDACTED, 1_756_095_000L))
            .setRev(1_175_609_398_001L)
            .build();

    assertThat(writes.write(USER_MESSAGE, removed))
        .isEqualTo(
            new RevisedDelete(
                "inbox",
                FamilyWrites.key("t#acmeU#u-1001#DEFAULT", "m#07AEH01P4K9ZQ2M7X"),
                1_175_609_398_001L));
  }

  @Test
  void shouldMakeTheDocumentedReceipt() {
    assertThat(writes.item("inbox", RECEIPT, receipt().build()))
        .isEqualTo(
            Map.of(
                "pk", text("t#acmeU#u-1001#DEFAULT"),
                "sk", text("m#07AEH01R0B8C3D5EF"),
                "taxonomy", AttributeValue.fromM(Map.of("category", text("promo"))),
                "readat", number("1756095000"),
                "expiredat", number("1756698780"),
                "rev", number("1175609500000")));
    assertThat(writes.item("inbox", RECEIPT, receipt().setCategory(null).build()))
        .containsOnlyKeys("pk", "sk", "readat", "expiredat", "rev");
  }

  @Test
  void shouldDeleteARemovedReceipt() {
    InboxReceipt removed =
        receipt().setRemoval(new Removal(RemovalReason.EXPIRED, 1_756_698_790L)).build();

    assertThat(writes.write(RECEIPT, removed))
        .isEqualTo(
            new RevisedDelete(
                "inbox",
                FamilyWrites.key("t#acmeU#u-1001#DEFAULT", "m#07AEH01R0B8C3D5EF"),
                1_175_609_500_000L));
  }

  @Test
  void shouldDeleteWhatTheTopicsForgotOnlyOnceItHasExpired() {
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
  void shouldMakeTheDocumentedCounters() {
    assertThat(writes.item("inbox", "t#acmeU#u-1001#DEFAULT#c#*", stats().setRead(-1L).build()))
        .isEqualTo(
            Map.of(
                "pk", text("t#acmeU#u-1001#DEFAULT"),
                "sk", text("c#*"),
                "kind", text("US"),
                "published", number("2"),
                "read", number("-1"),
                "tenant_key", text("acme"),
                "inbox_key", text("DEFAULT"),
                "uid", text("u-1001"),
                "rev", number("3")));
    assertThat(
            writes.item(
                "inbox",
                "t#acmeG#$public#DEFAULT#c#promo",
                stats().setUid("$public").setCategory("promo").setRead(null).build()))
        .isEqualTo(
            Map.of(
                "pk", text("t#acmeG#$public#DEFAULT"),
                "sk", text("c#promo"),
                "kind", text("US"),
                "published", number("2"),
                "tenant_key", text("acme"),
                "inbox_key", text("DEFAULT"),
                "uid", text("$public"),
                "rev", number("3")));
  }

  @Test
  void shouldMakeTheDocumentedSettings() {
    assertThat(
            writes.item(
                "inbox",
                "t#acme#st#tenant_settings",
                settings(null, "Acme Bank", new TenantSettings("30d"))))
        .isEqualTo(
            Map.of(
                "pk", text("t#acme"),
                "sk", text("st#tenant_settings"),
                "kind", text("TS"),
                "title", text("Acme Bank"),
                "ttl", text("30d"),
                "tenant_key", text("acme"),
                "uid", text("admin-7"),
                "rev", number("4")));
    InboxConfig config = new InboxConfig("Default inbox", Map.of("default", "30d", "promo", "7d"));
    assertThat(writes.item("inbox", "t#acme#si#DEFAULT", settings("DEFAULT", "General", config)))
        .isEqualTo(
            Map.of(
                "pk", text("t#acme"),
                "sk", text("si#DEFAULT"),
                "kind", text("IC"),
                "title", text("General"),
                "description", text("Default inbox"),
                "ttl", AttributeValue.fromM(Map.of("default", text("30d"), "promo", text("7d"))),
                "tenant_key", text("acme"),
                "inbox_key", text("DEFAULT"),
                "uid", text("admin-7"),
                "rev", number("4")));
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
            () -> new InboxMessageMapper().map(key(), message().setUid("u-1002").build()))
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
    return InboxMessageKey.codec().decode(USER_MESSAGE);
  }

  private AttributeValue body(String json) {
    MessageDetails details = details().setBody(json).build();
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
        .setReceived(1_756_093_980L)
        .setExpiredat(1_758_685_980L)
        .setDetails(details().build())
        .setRev(1_175_609_398_000L);
  }

  private static InboxMessage publicMessage() {
    return message()
        .setUid("$public")
        .setId("07AEH01R0B8C3D5EF")
        .setCategory(null)
        .setDetails(
            details()
                .setHostSystemId(null)
                .setLabel("All customers")
                .setTitle("Summer sale")
                .setBody("{\"blocks\":[{\"type\":\"text\",\"value\":\"20% off\"}],\"v\":1}")
                .setCtaUri(null)
                .build())
        .build();
  }

  private static MessageDetails.Builder details() {
    return MessageDetails.newBuilder()
        .setHostSystemId("inv-2025-000184")
        .setSender("admin-7")
        .setLabel("Invoice recipients")
        .setTitle("Invoice ready")
        .setBody("\"Your August invoice is available.\"")
        .setCtaUri("acme://invoices/184");
  }

  private static InboxReceipt.Builder receipt() {
    return InboxReceipt.newBuilder()
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setUid("u-1001")
        .setId("07AEH01R0B8C3D5EF")
        .setCategory("promo")
        .setReadat(1_756_095_000L)
        .setExpiredat(1_756_698_780L)
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
