package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.ProviderIds;
import io.tributary.schemas.key.KeyPart;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostileBodiesTest {

  /** Those whose bodies are JSON; mails are another matter, as are forms. */
  private static final String[] PROVIDERS = {
    "slack", "teams", "telegram", "whapi", "meta", "generic"
  };

  private static void assertRefused(String body, String message) {
    for (String provider : PROVIDERS) {
      assertRefused(provider, body, message);
    }
  }

  private static void assertRefused(String provider, String body, String message) {
    assertThatThrownBy(() -> Bodies.read(provider, "a", body))
        .as(provider)
        .isInstanceOf(MalformedEventException.class)
        .hasMessage(message);
  }

  private static ProviderMessage telegram(String update, String chat, String text) {
    return Bodies.message(
        "telegram",
        "a",
        """
        {"update_id":%s,"message":{"from":{"id":1,"first_name":7},"chat":{"id":%s},"date":1e999999999,
         "text":"%s"}}"""
            .formatted(update, chat, text));
  }

  @Test
  void shouldKnowTheFormatsAndNoOther() {
    assertThat(Provider.labels())
        .contains(PROVIDERS)
        .contains("twilio-whatsapp", "twilio-sms", "sendgrid", "ses")
        .hasSize(10);
    assertThat(Provider.ofType("whatsapp"))
        .containsExactlyInAnyOrder(Provider.WHAPI, Provider.META, Provider.TWILIO_WHATSAPP);
    assertThat(Provider.ofType("email")).containsExactlyInAnyOrder(Provider.SENDGRID, Provider.SES);
    assertThat(Provider.ofType("pager")).isEmpty();
    assertThat(Provider.format("Slack")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "[]", "1", "\"text\"", "null"})
  void shouldRefuseOtherJsonThanObjects(String body) {
    for (String provider : PROVIDERS) {
      assertThatThrownBy(() -> Bodies.read(provider, "a", body))
          .as(provider)
          .isInstanceOf(MalformedEventException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"message\":{}}", "{}"})
  void shouldKeepObjectsThatAreNoRequestOfTheProvider(String body) {
    for (String provider : PROVIDERS) {
      if (!provider.equals("generic")) {
        MalformedEvent event = Bodies.malformed(provider, "a", body);

        assertThat(event.channel().id()).as(provider).isEqualTo("a");
        assertThat(event.raw()).as(provider).isEqualTo(Bodies.bytes(body));
      }
    }
  }

  @Test
  void shouldNameAMalformedEventByItsOwnText() {
    MalformedEvent event =
        Bodies.malformed("telegram", "a", "{\"update_id\":1,\"message\":{\"text\":7}}");

    // base64url of the SHA-256 of the body
    assertThat(event.conversationId())
        .isEqualTo("malformed-~iC9V0KKmCO1mPIvO0ddtrhXarC-dKgtl86DtVBmbGzg");
    assertThat(event.eventId())
        .isEqualTo("telegram:malformed:~iC9V0KKmCO1mPIvO0ddtrhXarC-dKgtl86DtVBmbGzg");
    assertThat(event.reason()).isEqualTo("message.text must be text");
  }

  @Test
  void shouldRefuseBrokenJson() {
    assertRefused("{\"type\":", "body must be well-formed JSON");
    assertRefused("{\"type\":NaN}", "body must be well-formed JSON");
    assertRefused("teams", "\uFEFF\uFEFF{}", "body must be well-formed JSON");
    assertThat(Bodies.malformed("teams", "a", "\uFEFF{}").reason()).isEqualTo("type must be text");
    assertRefused("{} {}", "body must be one JSON object and nothing after it");
    assertRefused("{\"type\":1,\"type\":1}", "type must not be given twice");
    assertRefused("{\"a\":[0,{\"b\":1,\"b\":2}]}", "a[1].b must not be given twice");
    for (String name : new String[] {"x".repeat(65), "\\u001b[2J", "\u202e", "call me"}) {
      assertRefused("{\"" + name + "\":{\"y\":1,\"y\":1}}", "….y must not be given twice");
    }
    assertRefused("{\"a\":{\"x\\ud83d\":1}}", "body must be well-formed JSON");
  }

  @Test
  void shouldRefuseInvalidUtf8() {
    byte[] latin1 = "{\"type\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf16 = "{\"type\":\"message\"}".getBytes(StandardCharsets.UTF_16);
    for (String provider : PROVIDERS) {
      ProviderFormat format = Provider.format(provider).orElseThrow();
      assertThatThrownBy(() -> format.read("a", latin1)).hasMessage("body must be UTF-8");
      assertThatThrownBy(() -> format.read("a", utf16)).hasMessage("body must be UTF-8");
    }
  }

  @Test
  void shouldRefuseBombs() {
    String bombs =
        "body must be JSON of at most 64 levels and %d tokens, with numbers of at most 1000 digits";
    for (String provider : PROVIDERS) {
      int tokens = provider.equals("meta") ? 524_288 : 131_072;
      String message = bombs.formatted(tokens);
      assertRefused(provider, "{\"a\":" + "[".repeat(500_000), message);
      assertRefused(provider, "{\"a\":".repeat(100_000), message);
      assertRefused(provider, "{\"a\":[" + "0,".repeat(tokens - 5) + "0]}", message);
      assertRefused(provider, "{\"a\":" + "9".repeat(1001) + "}", message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slack    | {\"type\":\"event_callback\"} | event must be an object",
        "slack    | {\"type\":\"event_callback\",\"event\":{}} | event.type must be text",
        "slack    | {\"type\":\"event_callback\",\"event\":{\"type\":\"message\",\"text\":\"x\"}} | team_id must be text",
        "slack    | {\"type\":\"event_callback\",\"team_id\":\"T\",\"event\":{\"type\":\"message\",\"text\":[]}} | event.text must be text",
        "slack    | {\"type\":\"event_callback\",\"team_id\":\"T\",\"event\":{\"type\":\"message\",\"text\":\"x\"}} | event.channel must be text or an integer",
        "teams    | {\"type\":\"message\",\"text\":\"x\"} | conversation must be an object",
        "teams    | {\"type\":\"message\",\"text\":\"x\",\"conversation\":{},\"from\":{},\"recipient\":{}} | recipient.id must be text or an integer",
        "telegram | {\"update_id\":1.5} | update_id must be text or an integer",
        "telegram | {\"update_id\":1,\"message\":[]} | message must be an object",
        "telegram | {\"update_id\":1,\"message\":{\"text\":\"x\"}} | message.chat must be an object",
        "telegram | {\"update_id\":1,\"message\":{\"text\":\"x\",\"chat\":{\"id\":1}}} | message.from must be an object",
        "whapi    | {\"messages\":{}} | messages must be an array",
        "whapi    | {\"messages\":[1]} | messages[0] must be an object",
        "whapi    | {\"messages\":[{\"type\":\"text\",\"text\":{\"body\":\"x\"}}]} | messages[0].id must be text or an integer",
        "whapi    | {\"messages\":[{\"type\":\"text\",\"text\":\"x\"}]} | messages[0].text must be an object",
        "meta     | {\"object\":\"whatsapp_business_account\"} | entry must be an array",
        "meta     | {\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{}]}]} | entry[0].changes[0].field must be text",
        "meta     | {\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":\"messages\",\"value\":{\"messages\":[{\"type\":\"text\",\"text\":{\"body\":\"x\"}}]}}]}]} | entry[0].changes[0].value.metadata must be an object"
      })
  void shouldNameThePlaceAndTheRule(String provider, String body, String message) {
    assertThat(Bodies.malformed(provider, "a", body).reason()).isEqualTo(message);
  }

  @Test
  void shouldKeepNumbersThatNoTypeHolds() {
    String large = "9".repeat(400);
    ProviderMessage message = telegram("18446744073709551617", "-" + large, "x");

    assertThat(message.eventId()).contains("telegram:a:18446744073709551617");
    assertThat(message.channelConversationId()).isEqualTo("-" + large);
    assertThat(message.conversationId()).isEqualTo("tg--" + large);
    assertThat(message.sentAt()).isEmpty();
    assertThat(message.senderName()).contains("7");
  }

  @Test
  void shouldFoldIdsThatBreakTheRuleOfKeys() {
    ProviderMessage hash = telegram("1", "\"a#b\"", "x");
    ProviderMessage deadLetter = telegram("1", "\"é\"", "x");
    ProviderMessage lengthy = telegram("1", "\"" + "x".repeat(600) + "\"", "x");

    // base64url of the SHA-256 of "tg-a#b" and "tg-é"
    assertThat(hash.conversationId()).isEqualTo("~qII7Cd-aT7yzNhwFe6Tr3cVcRB6J5c8fgtlAntaVeCo");
    assertThat(deadLetter.conversationId())
        .isEqualTo("~fDb_wzToXQM42ef3R4GAmlSBjVcTTP_Z5Mp7iH-_Ckk");
    assertThat(lengthy.conversationId()).hasSize(44).startsWith("~");
    assertThat(KeyPart.LONG_ID.accepts(lengthy.conversationId())).isTrue();
    assertThat(hash.channelConversationId()).isEqualTo("a#b");
    assertThat(
            Bodies.message(
                    "generic",
                    "x".repeat(129),
                    "{\"conversation_id\":1,\"sender\":{\"id\":1},\"text\":\"x\"}")
                .channel()
                .id())
        .hasSize(44)
        .startsWith("~");
    assertThat(ProviderIds.event("generic", "a", "b")).isEqualTo("generic:a:b");
    assertThat(ProviderIds.event("generic", "a", "\n")).hasSize(44).startsWith("~");
  }

  @Test
  void shouldReplaceHalfACharacterInTextsAndRefuseItInIds() {
    assertThat(telegram("1", "2", "a\\ud83d b \\ud83d\\ude00 \\u0000").text())
        .isEqualTo("a\uFFFD b \uD83D\uDE00 \u0000");
    assertThat(
            Bodies.malformed(
                    "telegram",
                    "a",
                    "{\"update_id\":1,\"message\":{\"text\":\"x\",\"from\":{\"id\":1},\"chat\":{\"id\":\"\\ud83d\"}}}")
                .reason())
        .isEqualTo("message.chat.id must not hold half a character");
  }

  @Test
  void shouldCountKindsOfOddNamesAsOther() {
    assertThat(Bodies.read("slack", "a", "{\"type\":\"a b\"}").ignored()).containsEntry("other", 1);
    assertThat(
            Bodies.read("telegram", "a", "{\"update_id\":1,\"%s\":1}".formatted("x".repeat(65)))
                .ignored())
        .containsEntry("other", 1);
  }
}
