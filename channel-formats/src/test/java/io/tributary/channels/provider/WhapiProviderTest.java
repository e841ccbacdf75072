package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WhapiProviderTest {

  private static final String HASH = "4128fdc1786a91f2";
  private static final String TEXT =
      """
      {"messages":[{"id":"p.w30M7fgwWD4XwHu.g4CA-0001","from_me":false,"type":"text","chat_id":"447700900123@s.whatsapp.net","timestamp":1767225600,"source":"mobile","text":{"body":"Hello world"},"from":"447700900123","from_name":"Alex"}],"event":{"type":"messages","event":"post"},"channel_id":"CHAN-0001"}""";

  private static List<ProviderMessage> messages(String messages) {
    return Bodies.read("whapi", HASH, "{\"channel_id\":\"C\",\"messages\":[" + messages + "]}")
        .messages();
  }

  @ParameterizedTest
  @CsvSource({
    "447700900123@s.whatsapp.net, 447700900123, 447700900123, 447700900123@s.whatsapp.net, -, false",
    "77@lid, 447700900123, 447700900123, 447700900123@s.whatsapp.net, 77@lid, false",
    "447700900123@s.whatsapp.net, 77@lid, 77@lid, 447700900123@s.whatsapp.net, 77@lid, false",
    "77@lid, 77@lid, 77@lid, -, 77@lid, false",
    "120363@g.us, 77@lid, 77@lid, -, 77@lid, true",
    "120363@g.us, 447700900123, 447700900123, 447700900123@s.whatsapp.net, -, true",
  })
  void shouldReadNumberAndIdOfASender(
      String chat, String from, String sender, String number, String id, boolean inGroup) {
    ProviderMessage message =
        Bodies.message(
            "whapi",
            HASH,
            """
            {"channel_id":"C","messages":[{"id":"1","type":"text","text":{"body":"x"},
             "chat_id":"%s","from":"%s"}]}"""
                .formatted(chat, from));

    assertThat(message.senderId()).isEqualTo(sender);
    assertThat(message.identity())
        .isEqualTo(
            new Identity(
                Optional.of(number).filter(part -> !part.equals("-")),
                Optional.of(id).filter(part -> !part.equals("-")),
                Optional.empty(),
                Optional.empty(),
                Optional.of("wa"),
                inGroup));
  }

  @Test
  void shouldReadAText() {
    assertThat(Bodies.message("whapi", HASH, TEXT))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("whatsapp", "4128fdc1786a91f2"),
                "wa-447700900123@s.whatsapp.net",
                Optional.of("whapi:CHAN-0001:p.w30M7fgwWD4XwHu.g4CA-0001"),
                "447700900123",
                Optional.of("Alex"),
                "447700900123@s.whatsapp.net",
                Optional.empty(),
                "Hello world",
                List.of(),
                OptionalLong.of(1767225600000L),
                Map.of(
                    "message_id", "p.w30M7fgwWD4XwHu.g4CA-0001",
                    "message_type", "text",
                    "chat_id", "447700900123@s.whatsapp.net"),
                Bodies.bytes(TEXT),
                new Identity(
                    Optional.of("447700900123@s.whatsapp.net"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("wa"),
                    false)));
  }

  @Test
  void shouldCutABatchIntoItsMessages() {
    String body =
        """
        {"messages": [
          {"id":"1","type":"text","chat_id":"1@g.us","from":"55@s.whatsapp.net","text":{"body":"caf\\u00e9"}},
          {"id":"2","type":"text","chat_id":"1@g.us","from":"66","from_me":true,"text":"own"},
          {"id":"3","type":"action","chat_id":"1@g.us","from":"55","action":{"type":"reaction","emoji":"x"}},
          {"id":"4","type":"text","chat_id":"1@g.us","from":"66","text":{"body":"two"}}],
         "event":{"type":"messages","event":"post"},"n":1.50e3,"channel_id":"C"}""";

    ProviderBatch batch = Bodies.read("whapi", HASH, body);

    assertThat(batch.ignored()).isEqualTo(Map.of("from_me", 1, "reaction", 1));
    assertThat(batch.messages()).extracting(ProviderMessage::text).containsExactly("café", "two");
    assertThat(batch.messages()).extracting(ProviderMessage::senderId).containsExactly("55", "66");
    assertThat(batch.messages())
        .extracting(message -> Bodies.text(message.raw()))
        .containsExactly(
            """
            {"messages": [{"id":"1","type":"text","chat_id":"1@g.us","from":"55@s.whatsapp.net","text":{"body":"caf\\u00e9"}}],
             "event":{"type":"messages","event":"post"},"n":1.50e3,"channel_id":"C"}""",
            """
            {"messages": [{"id":"4","type":"text","chat_id":"1@g.us","from":"66","text":{"body":"two"}}],
             "event":{"type":"messages","event":"post"},"n":1.50e3,"channel_id":"C"}""");
  }

  @Test
  void shouldTakeMediaWithCaptionsPlacesContactsAndLinks() {
    List<ProviderMessage> messages =
        messages(
            """
            {"id":"1","type":"image","chat_id":"c","from":"5","image":{"id":"I","mime_type":"image/jpeg",
             "file_size":77,"caption":"look","link":"https://files.example/I"}},
            {"id":"2","type":"voice","chat_id":"c","from":"5","voice":{"id":"V"}},
            {"id":"3","type":"document","chat_id":"c","from":"5","document":{"id":"D","file_name":"a.pdf"}},
            {"id":"4","type":"location","chat_id":"c","from":"5",
             "location":{"latitude":1e400,"longitude":2,"address":"High Street"}},
            {"id":"5","type":"contact","chat_id":"c","from":"5","contact":{"name":"Eve","vcard":"x"}},
            {"id":"6","type":"link_preview","chat_id":"c","from":"5","link_preview":{"body":"https://a.example"}}""");

    assertThat(messages)
        .extracting(ProviderMessage::text)
        .containsExactly("look", "", "", "", "", "https://a.example");
    assertThat(messages)
        .extracting(ProviderMessage::attachments)
        .containsExactly(
            List.of(
                new Attachment("image", "I", "https://files.example/I", null, "image/jpeg", 77L)),
            List.of(new Attachment("audio", "V", null, null, null, null)),
            List.of(new Attachment("document", "D", null, "a.pdf", null, null)),
            List.of(new Attachment("location", null, null, "High Street", null, null)),
            List.of(new Attachment("contact", null, null, "Eve", null, null)),
            List.of());
  }

  @Test
  void shouldKeepTheGoodMessagesOfABatchAndSetTheMalformedAside() {
    String good =
        "{\"id\":\"1\",\"type\":\"text\",\"chat_id\":\"c\",\"from\":\"5\",\"text\":{\"body\":\"x\"}}";
    String bad = good.replace("\"chat_id\":\"c\"", "\"chat_id\":\"\"");
    String last = good.replace("\"x\"", "\"y\"");

    ProviderBatch batch =
        Bodies.read(
            "whapi",
            HASH,
            "{\"channel_id\":\"C\",\"messages\":[%s, %s, -1.5e3 ,true,%s]}"
                .formatted(good, bad, last));

    assertThat(batch.messages()).extracting(ProviderMessage::text).containsExactly("x", "y");
    assertThat(batch.malformed())
        .extracting(MalformedEvent::reason)
        .containsExactly(
            "messages[1].chat_id must not be empty",
            "messages[2] must be an object",
            "messages[3] must be an object");
    assertThat(batch.malformed())
        .extracting(event -> Bodies.text(event.raw()))
        .containsExactly(
            "{\"channel_id\":\"C\",\"messages\":[" + bad + "]}",
            "{\"channel_id\":\"C\",\"messages\":[-1.5e3]}",
            "{\"channel_id\":\"C\",\"messages\":[true]}");
    assertThat(batch.malformed())
        .extracting(MalformedEvent::channel)
        .containsOnly(new ChannelKey("whatsapp", HASH));
  }

  @Test
  void shouldIgnoreOtherEventsThanNewMessages() {
    assertThat(
            Bodies.read(
                "whapi",
                HASH,
                "{\"statuses\":[{\"id\":\"1\"}],\"event\":{\"type\":\"statuses\",\"event\":\"post\"}}"))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of("event_statuses", 1)));
    assertThat(Bodies.read("whapi", HASH, TEXT.replace("\"post\"", "\"put\"")).ignored())
        .isEqualTo(Map.of("changed_messages", 1));
    assertThat(Bodies.read("whapi", HASH, "{\"messages\":[]}"))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of()));
  }
}
