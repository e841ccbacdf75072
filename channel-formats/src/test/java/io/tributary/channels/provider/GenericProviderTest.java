package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.MalformedEventException;
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

final class GenericProviderTest {

  private static final String FULL =
      """
      {"conversation_id":"order-17","sender":{"id":"u-1","name":"Alex"},"text":"Where is it?",
       "attachments":[{"kind":"image","id":"i1","url":"https://files.example/i1","name":"a.png",
       "content_type":"image/png","size":2048},{"kind":"other"}],
       "timestamp":"2026-01-01T01:00:00.123+01:00","thread_id":3,
       "metadata":{"shop":"north","empty":null},"unknown":[1]}""";

  @Test
  void shouldReadAllThatAMessageCanSay() {
    assertThat(Bodies.message("generic", "shop", FULL))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("generic", "shop"),
                "order-17",
                Optional.empty(),
                "u-1",
                Optional.of("Alex"),
                "order-17",
                Optional.of("3"),
                "Where is it?",
                List.of(
                    new Attachment(
                        "image", "i1", "https://files.example/i1", "a.png", "image/png", 2048L),
                    new Attachment("other", null, null, null, null, null)),
                OptionalLong.of(1767225600123L),
                Map.of("shop", "north"),
                Bodies.bytes(FULL),
                Identity.NONE));
  }

  @Test
  void shouldReadTheLeastThatAMessageMustSay() {
    ProviderMessage message =
        Bodies.message(
            "generic",
            "shop",
            "{\"conversation_id\":1,\"sender\":{\"id\":2},\"text\":\"x\",\"timestamp\":1767225600123}");

    assertThat(message.conversationId()).isEqualTo("1");
    assertThat(message.senderId()).isEqualTo("2");
    assertThat(message.sentAt()).hasValue(1767225600123L);
  }

  @Test
  void shouldIgnoreAMessageThatSaysNothing() {
    assertThat(
            Bodies.read(
                "generic",
                "shop",
                "{\"conversation_id\":\"1\",\"sender\":{\"id\":2},\"text\":\" \"}"))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of("empty", 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "conversation_id | {\"a\":1}   | conversation_id must be text or an integer",
        "conversation_id | null        | conversation_id must be text or an integer",
        "conversation_id | \"\"        | conversation_id must not be empty",
        "conversation_id | 1.5         | conversation_id must be text or an integer",
        "sender          | \"u-1\"     | sender must be an object",
        "sender          | {}          | sender.id must be text or an integer",
        "sender          | {\"id\":1,\"name\":2} | sender.name must be text",
        "text            | 1           | text must be text",
        "attachments     | {}          | attachments must be an array",
        "attachments     | [null]      | attachments[0] must be an object",
        "attachments     | [{}]        | attachments[0].kind must be text",
        "attachments     | [{\"kind\":\"gif\"}] | attachments[0].kind must be one of audio, contact, document, image, location, other, video",
        "attachments     | [{\"kind\":\"other\",\"size\":-1}] | attachments[0].size must be a number of bytes",
        "attachments     | [{\"kind\":\"other\",\"url\":{}}] | attachments[0].url must be text",
        "timestamp       | \"now\"     | timestamp must be ISO 8601 with an offset, or epoch milliseconds",
        "timestamp       | -1          | timestamp must be ISO 8601 with an offset, or epoch milliseconds",
        "timestamp       | \"+999999999-01-01T00:00:00Z\" | timestamp must be ISO 8601 with an offset, or epoch milliseconds",
        "metadata        | {\"a\":1}   | metadata.a must be text",
        "metadata        | []          | metadata must be an object"
      })
  void shouldNameThePlaceAndTheRule(String member, String value, String message) {
    StringBuilder body = new StringBuilder("{");
    Map.of("conversation_id", "\"c\"", "sender", "{\"id\":\"u\"}", "text", "\"x\"")
        .forEach(
            (name, good) -> {
              if (!name.equals(member)) {
                body.append('"').append(name).append("\":").append(good).append(',');
              }
            });
    body.append('"').append(member).append("\":").append(value).append('}');

    assertThat(catchThrowable(() -> Bodies.read("generic", "shop", body.toString())))
        .isInstanceOf(MalformedEventException.class)
        .hasMessage(message);
  }
}
