package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TelegramProviderTest {

  private static final String HASH = "731fa294d036e54f";
  private static final String COMMAND =
      """
      {"update_id":100,"message":{"message_id":42,"from":{"id":123456789,"is_bot":false,"first_name":"John","last_name":"Doe","username":"johndoe"},"chat":{"id":-1001234567890,"type":"supergroup","title":"Dev Team"},"date":1767225600,"text":"/status@t3nets_bot team alpha","entities":[{"type":"bot_command","offset":0,"length":18}]}}""";

  private static ProviderMessage message(String said) {
    return Bodies.message(
        "telegram",
        HASH,
        "{\"update_id\":7,\"message\":{\"from\":{\"id\":1},\"chat\":{\"id\":2},%s}}"
            .formatted(said));
  }

  @Test
  void shouldReadACommandOfAGroup() {
    assertThat(Bodies.message("telegram", HASH, COMMAND))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("telegram", "731fa294d036e54f"),
                "tg--1001234567890",
                Optional.of("telegram:731fa294d036e54f:100"),
                "123456789",
                Optional.of("John Doe"),
                "-1001234567890",
                Optional.empty(),
                "sprint status team alpha",
                List.of(),
                OptionalLong.of(1767225600000L),
                Map.of(
                    "update_id", "100",
                    "message_id", "42",
                    "chat_type", "supergroup",
                    "username", "johndoe"),
                Bodies.bytes(COMMAND),
                Identity.NONE));
  }

  @Test
  void shouldTakeTheLargestPhotoWithItsCaption() {
    ProviderMessage message =
        message(
            """
            "caption":"/status as it is","photo":[
             {"file_id":"small","file_size":10,"width":90},
             {"file_id":"large","file_size":9000,"width":1280}]""");

    assertThat(message.text()).isEqualTo("/status as it is");
    assertThat(message.attachments())
        .containsExactly(new Attachment("image", "large", null, null, null, 9000L));
  }

  @Test
  void shouldTakeMediaPlacesAndContacts() {
    assertThat(
            message(
                    """
                    "animation":{"file_id":"A","mime_type":"video/mp4"},
                    "document":{"file_id":"A","file_name":"a.mp4"}""")
                .attachments())
        .containsExactly(new Attachment("video", "A", null, null, "video/mp4", null));
    assertThat(
            message(
                    """
                    "document":{"file_id":"D","file_name":"plan.pdf",
                     "mime_type":"application/pdf","file_size":5000000000}""")
                .attachments())
        .containsExactly(
            new Attachment("document", "D", null, "plan.pdf", "application/pdf", 5000000000L));
    assertThat(message("\"voice\":{\"file_id\":\"V\"}").attachments())
        .containsExactly(new Attachment("audio", "V", null, null, null, null));
    assertThat(
            message("\"venue\":{\"title\":\"Pub\"},\"location\":{\"latitude\":1,\"longitude\":2}")
                .attachments())
        .containsExactly(new Attachment("location", null, "geo:1,2", "Pub", null, null));
    assertThat(message("\"location\":{\"latitude\":51.5,\"longitude\":-0.12}").attachments())
        .containsExactly(new Attachment("location", null, "geo:51.5,-0.12", null, null, null));
    assertThat(
            message("\"contact\":{\"first_name\":\"Eve\",\"phone_number\":\"+15550001\"}")
                .attachments())
        .containsExactly(new Attachment("contact", null, "tel:+15550001", "Eve", null, null));
  }

  @Test
  void shouldReadMessagesOfGroupsAndTopics() {
    ProviderMessage message =
        Bodies.message(
            "telegram",
            HASH,
            """
            {"update_id":7,"message":{"message_thread_id":12,"text":"x",
             "sender_chat":{"id":-100,"title":"News"},"chat":{"id":-200}}}""");

    assertThat(message.senderId()).isEqualTo("-100");
    assertThat(message.senderName()).contains("News");
    assertThat(message.threadId()).contains("12");

    for (String standIn : List.of("1087968824", "136817688", "777000")) {
      ProviderMessage anonymous =
          Bodies.message(
              "telegram",
              HASH,
              """
              {"update_id":8,"message":{"text":"x","from":{"id":%s,"is_bot":true,
               "first_name":"Group","username":"GroupAnonymousBot"},
               "sender_chat":{"id":-200,"title":"Team","username":"team"},"chat":{"id":-200}}}"""
                  .formatted(standIn));
      assertThat(anonymous.senderId()).isEqualTo("-200");
      assertThat(anonymous.senderName()).contains("Team");
      assertThat(anonymous.metadata()).containsEntry("username", "team");
    }
    assertThat(
            Bodies.message(
                    "telegram",
                    HASH,
                    """
                    {"update_id":9,"poll_answer":{"poll_id":"p","option_ids":[1],
                     "voter_chat":{"id":-300,"title":"Staff"},"user":{"id":136817688}}}""")
                .senderId())
        .isEqualTo("-300");
  }

  @Test
  void shouldIgnoreOtherUpdatesAndEmptyMessages() {
    assertThat(
            Bodies.read("telegram", HASH, "{\"update_id\":1,\"edited_message\":{\"text\":\"x\"}}"))
        .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of("update_edited_message", 1)));
    assertThat(
            Bodies.read("telegram", HASH, "{\"update_id\":1,\"message\":{\"text\":\" \"}}")
                .ignored())
        .isEqualTo(Map.of("empty", 1));
    assertThat(Bodies.read("telegram", HASH, "{\"update_id\":1}").ignored())
        .isEqualTo(Map.of("update_none", 1));
  }
}
