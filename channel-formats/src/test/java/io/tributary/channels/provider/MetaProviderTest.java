package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.Move;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetaProviderTest {

  private static final String TEXT =
      """
      {"object":"whatsapp_business_account","entry":[{"id":"102290129340398","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"106540352242922"},"contacts":[{"profile":{"name":"Sheena Nelson"},"wa_id":"16505551234"}],"messages":[{"from":"16505551234","id":"wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdGMDAwMDAwMDAwMDAwMDAwMQA=","timestamp":"1767225600","type":"text","text":{"body":"caf\\u00e9 \\u2764"}}]},"field":"messages"}]}]}""";

  private static final String BATCH =
      """
      {"object":"whatsapp_business_account","entry":[{"id":"1","changes":[
      {"field":"messages","value":{"metadata":{"phone_number_id":"106"},
      "contacts":[{"wa_id":"5","profile":{"name":"Eve"}},{"wa_id":"6","profile":{"name":"Bob"}}],
      "messages":[{"id":"a","from":"6","type":"text","text":{"body":"one"}},
      {"id":"b","from":"5","type":"text","text":{"body":"two"}},
      {"id":"c","from":"7","type":"reaction","reaction":{"emoji":"x"}},
      {"id":"d","from":"7","type":"text","text":{"body":"three"}}],"statuses":[{"id":"s"}]}},
      {"field":"account_update","value":{}}]},
      {"id":"2","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"107"},
      "messages":[{"id":"e","from":"5","type":"text","text":{"body":"four"}}]}}]}]}""";

  private static List<ProviderMessage> messages(String messages) {
    return Bodies.read(
            "meta",
            "main",
            """
            {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{
             "metadata":{"phone_number_id":"106"},"messages":[%s]}}]}]}"""
                .formatted(messages))
        .messages();
  }

  @Test
  void shouldReadATextWithItsEscapes() {
    assertThat(Bodies.message("meta", "main", TEXT))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("whatsapp", "106540352242922"),
                "wa-106540352242922-16505551234",
                Optional.of(
                    "meta:106540352242922:"
                        + "wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdGMDAwMDAwMDAwMDAwMDAwMQA="),
                "16505551234",
                Optional.of("Sheena Nelson"),
                "16505551234",
                Optional.empty(),
                "café ❤",
                List.of(),
                OptionalLong.of(1767225600000L),
                Map.of(
                    "message_id", "wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdGMDAwMDAwMDAwMDAwMDAwMQA=",
                    "message_type", "text",
                    "display_phone_number", "15550783881"),
                Bodies.bytes(TEXT),
                new Identity(
                    Optional.of("16505551234"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("wa-106540352242922"),
                    false)));
  }

  @Test
  void shouldCutABatchAtEveryLevel() {
    ProviderBatch batch = Bodies.read("meta", "main", BATCH);

    assertThat(batch.ignored())
        .isEqualTo(Map.of("statuses", 1, "reaction", 1, "field_account_update", 1));
    assertThat(batch.messages())
        .extracting(ProviderMessage::text)
        .containsExactly("one", "two", "three", "four");
    assertThat(batch.messages())
        .extracting(ProviderMessage::senderName)
        .containsExactly(
            Optional.of("Bob"), Optional.of("Eve"), Optional.empty(), Optional.empty());
    assertThat(batch.messages())
        .extracting(ProviderMessage::conversationId)
        .containsExactly("wa-106-6", "wa-106-5", "wa-106-7", "wa-107-5");
    assertThat(Bodies.text(batch.messages().get(0).raw()))
        .isEqualTo(
            """
            {"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"106"},
            "contacts":[{"wa_id":"6","profile":{"name":"Bob"}}],
            "messages":[{"id":"a","from":"6","type":"text","text":{"body":"one"}}],"statuses":[]}}]}]}""");
    assertThat(Bodies.text(batch.messages().get(2).raw()))
        .isEqualTo(
            """
            {"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"106"},
            "contacts":[],
            "messages":[{"id":"d","from":"7","type":"text","text":{"body":"three"}}],"statuses":[]}}]}]}""");
    assertThat(Bodies.text(batch.messages().get(3).raw()))
        .isEqualTo(
            """
            {"object":"whatsapp_business_account","entry":[{"id":"2","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"107"},
            "messages":[{"id":"e","from":"5","type":"text","text":{"body":"four"}}]}}]}]}""");
  }

  @Test
  void shouldTakeMediaPlacesContactsAndPressedButtons() {
    List<ProviderMessage> messages =
        messages(
            """
            {"id":"1","from":"5","type":"document","document":{"id":"D","mime_type":"application/pdf",
             "filename":"a.pdf","caption":"see page 2"},"context":{"id":"wamid.0"}},
            {"id":"2","from":"5","type":"location",
             "location":{"latitude":51.5,"longitude":-0.12,"name":"Office","address":"High Street"}},
            {"id":"3","from":"5","type":"contacts","contacts":[
             {"name":{"formatted_name":"Eve"},"phones":[{"phone":"+1 (555) 00-01"}]},
             {"name":{"formatted_name":"Bob"},"phones":[{"phone":"ask;Eve"}]}]},
            {"id":"4","from":"5","type":"button","button":{"text":"Yes","payload":"p"}},
            {"id":"5","from":"5","type":"interactive",
             "interactive":{"type":"list_reply","list_reply":{"id":"l","title":"Tuesday"}}}""");

    assertThat(messages)
        .extracting(ProviderMessage::text)
        .containsExactly("see page 2", "", "", "Yes", "Tuesday");
    assertThat(messages.get(0).metadata()).containsEntry("context_id", "wamid.0");
    assertThat(messages)
        .extracting(ProviderMessage::attachments)
        .containsExactly(
            List.of(new Attachment("document", "D", null, "a.pdf", "application/pdf", null)),
            List.of(new Attachment("location", null, "geo:51.5,-0.12", "Office", null, null)),
            List.of(
                new Attachment("contact", null, "tel:+15550001", "Eve", null, null),
                new Attachment("contact", null, null, "Bob", null, null)),
            List.of(),
            List.of());
  }

  @Test
  void shouldNameASenderByTheOneContactOfTheOneMessageAlone() {
    String contact = "{\"wa_id\":\"5511\",\"profile\":{\"name\":\"Ana\"}}";
    String one = "{\"id\":\"1\",\"from\":\"55911\",\"type\":\"text\",\"text\":{\"body\":\"x\"}}";
    String body =
        """
        {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{
         "metadata":{"phone_number_id":"106"},"contacts":[%s],"messages":[%s]}}]}]}""";

    assertThat(Bodies.read("meta", "main", body.formatted(contact, one)).messages())
        .extracting(ProviderMessage::senderName)
        .containsExactly(Optional.of("Ana"));
    assertThat(Bodies.read("meta", "main", body.formatted(contact, one + "," + one)).messages())
        .extracting(ProviderMessage::senderName)
        .containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void shouldKnowWhoShowsNoNumberByTheIdForTheBusiness() {
    String body =
        """
        {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{
         "metadata":{"phone_number_id":"106"},
         "contacts":[{"user_id":"GB.77","profile":{"name":"Ana"}},{"wa_id":"5"}],
         "messages":[{"id":"1","from_user_id":"GB.77","group_id":"G","type":"text",
          "text":{"body":"x"}}]}}]}]}""";

    ProviderMessage message = Bodies.message("meta", "main", body);

    assertThat(message.senderId()).isEqualTo("GB.77");
    assertThat(message.senderName()).contains("Ana");
    assertThat(message.conversationId()).isEqualTo("wa-106-G");
    assertThat(message.channelConversationId()).isEqualTo("G");
    assertThat(message.metadata())
        .isEqualTo(Map.of("message_id", "1", "message_type", "text", "group_id", "G"));
  }

  @Test
  void shouldReadNumbersAndIdsOfSenders() {
    List<ProviderMessage> messages =
        messages(
            """
            {"id":"1","from":"447700900123","from_user_id":"GB.1","type":"text","text":{"body":"x"}},
            {"id":"2","from_user_id":"GB.2","type":"text","text":{"body":"x"}},
            {"id":"3","from":"GB.3","type":"text","text":{"body":"x"}},
            {"id":"4","from_parent_user_id":"GB.ENT.4","type":"text","text":{"body":"x"}}""",
            """
            {"wa_id":"447700900123","user_id":"GB.1","profile":{"name":"Ana","username":"ana"}},
            {"wa_id":"447700900124","user_id":"GB.2","parent_user_id":"GB.ENT.2","profile":{"name":"Bo"}}""");

    assertThat(messages)
        .extracting(message -> message.senderId() + ' ' + message.senderName().orElse("-"))
        .containsExactly("447700900123 Ana", "GB.2 Bo", "GB.3 -", "GB.ENT.4 -");
    assertThat(messages)
        .extracting(ProviderMessage::identity)
        .containsExactly(
            identity("447700900123", "GB.1", null, "ana"),
            identity(null, "GB.2", "GB.ENT.2", null),
            identity(null, "GB.3", null, null),
            identity(null, null, "GB.ENT.4", null));
  }

  private static Identity identity(
      @Nullable String number,
      @Nullable String id,
      @Nullable String parent,
      @Nullable String name) {
    return new Identity(
        Optional.ofNullable(number),
        Optional.ofNullable(id),
        Optional.ofNullable(parent),
        Optional.ofNullable(name),
        Optional.of("wa-106"),
        false);
  }

  private static List<ProviderMessage> messages(String messages, String contacts) {
    return Bodies.read("meta", "main", request("messages", messages, contacts)).messages();
  }

  private static String request(String field, String items, String contacts) {
    return "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":\"%1$s\",\"value\":{\"metadata\":{\"phone_number_id\":\"106\"},\"contacts\":[%3$s],\"%1$s\":[%2$s]}}]}]}"
        .formatted(field, items, contacts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'from':'1','system':{'type':'user_changed_number','wa_id':'2'} | 1 | 2",
        "'from':'1','system':{'type':'user_changed_number','new_wa_id':'2'} | 1 | 2",
        "'from':'1','from_user_id':'US.1','system':{'type':'user_changed_number','wa_id':'2','user_id':'US.2'} | 1 US.1 | 2 US.2",
        "'system':{'type':'user_changed_user_id','user_id':'US.2','body':'User A changed from US.1 to US.2'} | US.1 | US.2",
        "'system':{'type':'user_changed_user_id','user_id':'US.2','previous_user_id':'US.1','wa_id':'2'} | US.1 | 2 US.2",
      })
  void shouldReadChangesOfNumbersAndIds(String fields, String from, String to) {
    ProviderBatch batch =
        Bodies.read(
            "meta",
            "main",
            request(
                "messages",
                "{\"type\":\"system\",\"timestamp\":\"7\"," + fields.replace('\'', '"') + '}',
                ""));

    assertThat(batch.messages()).isEmpty();
    assertThat(batch.ignored()).isEqualTo(Map.of("system", 1));
    assertThat(batch.moves())
        .containsExactly(
            new Move(
                new ChannelKey("whatsapp", "106"),
                "wa-106",
                List.of(from.split(" ")),
                List.of(to.split(" ")),
                OptionalLong.of(7000)));
  }

  @Test
  void shouldReadUpdatesOfIdsAndIgnoreOtherSystemMessages() {
    ProviderBatch batch =
        Bodies.read(
            "meta",
            "main",
            request(
                "user_id_update",
                """
                {"wa_id":"2","user_id":{"previous":"US.1","current":"US.2"},
                 "parent_user_id":{"previous":"US.ENT.1","current":"US.ENT.2"}}""",
                ""));
    assertThat(batch.moves())
        .extracting(move -> move.from() + " " + move.to())
        .containsExactly("[US.1, US.ENT.1] [US.2, US.ENT.2, 2]");
    for (String other :
        List.of("'type':'customer_identity_changed','wa_id':'2'", "'type':'user_changed_number'")) {
      assertThat(
              Bodies.read(
                      "meta",
                      "main",
                      request(
                          "messages",
                          "{\"type\":\"system\",\"from\":\"1\",\"system\":{%s}}"
                              .formatted(other.replace('\'', '"')),
                          ""))
                  .moves())
          .isEmpty();
    }
  }

  @Test
  void shouldSetMalformedEntriesAsideAndKeepTheRest() {
    String good = "{\"id\":\"%s\",\"from\":\"5\",\"type\":\"text\",\"text\":{\"body\":\"%s\"}}";
    String bad = "{\"id\":\"2\",\"type\":\"text\",\"text\":{\"body\":\"y\"}}";
    String change =
        "{\"field\":\"messages\",\"value\":{\"metadata\":{\"phone_number_id\":\"106\"},\"contacts\":[{\"wa_id\":\"5\"}],\"messages\":[%s]}}";
    String body =
        "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":7}, %s ]},null,{}, {\"changes\":[%s]}]}"
            .formatted(
                change.formatted(
                    good.formatted("1", "x") + "," + bad + "," + good.formatted("3", "z")),
                change
                    .formatted(good.formatted("4", "w"))
                    .replace("{\"phone_number_id\":\"106\"}", "[]"));

    ProviderBatch batch = Bodies.read("meta", "main", body);

    assertThat(batch.messages()).extracting(ProviderMessage::text).containsExactly("x", "z");
    assertThat(batch.malformed())
        .extracting(MalformedEvent::reason)
        .containsExactly(
            "entry[0].changes[0].field must be text",
            "entry[0].changes[1].value.messages[1].from must be text or an integer",
            "entry[1] must be an object",
            "entry[2].changes must be an array",
            "entry[3].changes[0].value.metadata must be an object");
    assertThat(batch.malformed())
        .extracting(event -> event.channel().id())
        .containsExactly("main", "106", "main", "main", "main");
    assertThat(batch.malformed())
        .extracting(event -> Bodies.text(event.raw()))
        .startsWith(
            "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":7}]}]}",
            "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":["
                + change.replace("{\"wa_id\":\"5\"}", "").formatted(bad)
                + "]}]}",
            "{\"object\":\"whatsapp_business_account\",\"entry\":[null]}",
            "{\"object\":\"whatsapp_business_account\",\"entry\":[{}]}");
  }

  @Test
  void shouldIgnoreStatusesOtherFieldsAndOtherObjects() {
    assertThat(
            Bodies.read(
                "meta",
                "main",
                """
                {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages",
                 "value":{"statuses":[{"id":"1"},{"id":"2"}],"errors":[{"code":1}]}}]},
                 {"changes":[]}]}"""))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of("statuses", 2, "errors", 1)));
    assertThat(Bodies.read("meta", "main", "{\"object\":\"page\",\"entry\":[]}").ignored())
        .isEqualTo(Map.of("object_page", 1));
    assertThat(
            Bodies.read("meta", "main", "{\"object\":\"whatsapp_business_account\",\"entry\":[]}"))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of()));
  }

  @Test
  void shouldSetAsideAMessageThatIsTooLargeAndKeepTheOthers() {
    String text = "{\"id\":\"%s\",\"from\":\"5\",\"type\":\"text\",\"text\":{\"body\":\"%s\"}}";
    String large = text.formatted("2", "é".repeat(500));
    String body =
        """
        {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{
         "metadata":{"phone_number_id":"106"},"messages":[%s,%s,%s]}}]}]}"""
            .formatted(text.formatted("1", "x"), large, text.formatted("3", "z"));
    ProviderFormat meta = Provider.format("meta").orElseThrow();

    ProviderBatch whole = meta.read("main", body.getBytes(StandardCharsets.UTF_8), 1100);
    ProviderBatch cut = meta.read("main", body.getBytes(StandardCharsets.UTF_8), 500);

    assertThat(whole.messages()).extracting(ProviderMessage::text).containsExactly("x", "z");
    assertThat(whole.malformed())
        .extracting(MalformedEvent::reason)
        .containsExactly(
            "entry[0].changes[0].value.messages[1] must have at most 1100 bytes, with what it"
                + " shares");
    assertThat(whole.malformed().get(0).raw()).isEqualTo(Bodies.bytes(large));
    assertThat(cut.messages()).extracting(ProviderMessage::text).containsExactly("x", "z");
    assertThat(cut.malformed().get(0).raw().remaining()).isEqualTo(500);
    assertThat(Bodies.text(cut.malformed().get(0).raw())).startsWith(large.substring(0, 200));
    assertThat(cut.malformed().get(0).eventId()).isEqualTo(whole.malformed().get(0).eventId());
  }

  @Test
  void shouldRefuseABatchWhoseMessagesShareTooMuch() {
    String shared = "x".repeat(3 << 20);
    String message = "{\"id\":\"1\",\"from\":\"5\",\"type\":\"text\",\"text\":{\"body\":\"x\"}}";
    String body =
        """
        {"object":"whatsapp_business_account","shared":"%s","entry":[{"changes":[
         {"field":"messages","value":{"metadata":{"phone_number_id":"106"},"messages":[%s]}}]}]}"""
            .formatted(shared, String.join(",", Collections.nCopies(6, message)));

    assertThat(catchThrowable(() -> Bodies.read("meta", "main", body)))
        .isInstanceOf(MalformedEventException.class)
        .hasMessage(
            "body must not hold events of more than 8388608 bytes together, each with what they"
                + " share");
  }

  /** A thousand messages to a request is what Meta says that it sends at most. */
  @Test
  void shouldTakeThreeMegabytesOfAThousandMessages() {
    String entry =
        """
        {"id":"102290129340398","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"106540352242922"},"contacts":[{"profile":{"name":"Sheena Nelson"},"wa_id":"16505551234"}],"messages":[{"from":"16505551234","id":"wamid.%d","timestamp":"1767225600","type":"text","text":{"body":"%s"}}]},"field":"messages"}]}""";
    String body =
        "{\"object\":\"whatsapp_business_account\",\"entry\":["
            + IntStream.range(0, 1000)
                .mapToObj(i -> entry.formatted(i, "x".repeat(2700)))
                .collect(Collectors.joining(","))
            + "]}";
    assertThat(body.length()).isGreaterThan(3_000_000);

    assertThat(Bodies.read("meta", "main", body).messages()).hasSize(1000);
  }
}
