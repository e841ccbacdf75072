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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TeamsProviderTest {

  private static final String PERSONAL =
      """
      {"type":"message","id":"1767225600123","timestamp":"2026-01-01T00:00:00.123Z","serviceUrl":"https://smba.trafficmanager.net/emea/","channelId":"msteams","from":{"id":"29:1aaa","name":"John Doe","aadObjectId":"11111111-1111-4111-8111-111111111111"},"conversation":{"id":"a:1bbb","tenantId":"22222222-2222-4222-8222-222222222222","conversationType":"personal"},"recipient":{"id":"28:33333333-3333-4333-8333-333333333333","name":"T3nets Bot"},"text":"sprint status","entities":[],"channelData":{"tenant":{"id":"22222222-2222-4222-8222-222222222222"}}}""";

  @Test
  void shouldReadAPersonalMessage() {
    assertThat(Bodies.message("teams", "main", PERSONAL))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("teams", "33333333-3333-4333-8333-333333333333"),
                "teams-a:1bbb",
                Optional.of("teams:33333333-3333-4333-8333-333333333333:a:1bbb:1767225600123"),
                "11111111-1111-4111-8111-111111111111",
                Optional.of("John Doe"),
                "a:1bbb",
                Optional.empty(),
                "sprint status",
                List.of(),
                OptionalLong.of(1767225600123L),
                Map.of(
                    "conversation_type", "personal",
                    "azure_tenant_id", "22222222-2222-4222-8222-222222222222",
                    "activity_id", "1767225600123",
                    "service_url", "https://smba.trafficmanager.net/emea"),
                Bodies.bytes(PERSONAL),
                Identity.NONE));
  }

  @Test
  void shouldReadTextAsItWasTypedWithoutTheMentionOfTheBot() {
    String body =
        """
        {"type":"message","id":"7","timestamp":"2026-01-01T01:00:00.1234567+01:00",
         "from":{"id":"29:1aaa"},"recipient":{"id":"28:ABCD"},
         "conversation":{"id":"19:x@thread.tacv2;messageid=1767225600000"},
         "channelData":{"tenant":{"id":"az"}},
         "text":"<at>T3nets Bot</at>&nbsp;ask <at>Eve</at> if a &lt; b &amp;&amp; R&D\\n",
         "entities":[
          {"type":"mention","mentioned":{"id":"28:ABCD"},"text":"<at>T3nets Bot</at>"},
          {"type":"mention","mentioned":{"id":"29:eve"},"text":"<at>Eve</at>"},
          {"type":"clientInfo","locale":"en"}]}""";

    ProviderMessage message = Bodies.message("teams", "main", body);

    assertThat(message.text()).isEqualTo("ask <at>Eve</at> if a < b && R&D");
    assertThat(message.channel()).isEqualTo(new ChannelKey("teams", "abcd"));
    assertThat(message.senderId()).isEqualTo("29:1aaa");
    assertThat(message.conversationId())
        .isEqualTo("teams-19:x@thread.tacv2;messageid=1767225600000");
    assertThat(message.threadId()).contains("1767225600000");
    assertThat(message.sentAt()).hasValue(1767225600123L);
    assertThat(message.metadata()).isEqualTo(Map.of("activity_id", "7", "azure_tenant_id", "az"));
  }

  @ParameterizedTest
  @CsvSource({
    "<at>R&amp;D Bot</at> status, '', R&D Bot",
    "<at>R&amp;D Bot</at> status, <at>R&D Bot</at>, R&D Bot",
    "<at>R&D Bot</at> status, <at>R&amp;D Bot</at>, ''",
    "<at>R&D Bot</at> status, '', ''",
    "<at id=\"0\">Scout</at><at>R&D Bot</at> status, <at>Scout</at>, ''",
    "@Scout status, @Scout, ''",
    "<attachment id=\"1\"></attachment>status, <at>Scout</at>, Scout",
  })
  void shouldRemoveTheBotsMentionByNameWhetherEscapedOrNot(
      String text, String mention, String name) {
    ProviderMessage message =
        Bodies.message(
            "teams",
            "main",
            """
            {"type":"message","id":"7","from":{"id":"29:1"},"conversation":{"id":"c"},
             "recipient":{"id":"28:A","name":"R&D Bot"},"text":"%s and <at>Ada</at>",
             "entities":[{"type":"mention","mentioned":{"id":"28:A"%s}%s},
              {"type":"mention","mentioned":{"id":"29:2","name":"Ada"},"text":"<at>Ada</at>"}]}"""
                .formatted(
                    text.replace("\"", "\\\""),
                    name.isEmpty() ? "" : ",\"name\":\"" + name + '"',
                    mention.isEmpty() ? "" : ",\"text\":\"" + mention + '"'));

    assertThat(message.text().replaceAll("\\s+", " "))
        .endsWith("status and <at>Ada</at>")
        .doesNotContain("Bot", "Scout");
  }

  @Test
  void shouldTakeFilesButNotTheTextsOtherForm() {
    String body =
        """
        {"type":"message","id":"7","from":{"id":"29:1"},"recipient":{"id":"28:a"},
         "conversation":{"id":"c"},"attachments":[
          {"contentType":"text/html","content":"<p>see</p>"},
          {"contentType":"image/png","contentUrl":"https://smba.example/v3/1","name":"a.png"},
          {"contentType":"application/vnd.microsoft.teams.file.download.info",
           "contentUrl":"https://share.example/plan.docx","name":"plan.docx",
           "content":{"downloadUrl":"https://share.example/short-lived"}}]}""";

    ProviderMessage message = Bodies.message("teams", "main", body);

    assertThat(message.text()).isEmpty();
    assertThat(message.attachments())
        .containsExactly(
            new Attachment("image", null, "https://smba.example/v3/1", "a.png", "image/png", null),
            new Attachment(
                "document",
                null,
                "https://share.example/plan.docx",
                "plan.docx",
                "application/vnd.microsoft.teams.file.download.info",
                null));
  }

  @Test
  void shouldIgnoreOtherEventsAndEmptyMessages() {
    assertThat(
            Bodies.read(
                "teams",
                "main",
                """
                {"type":"conversationUpdate","membersAdded":[{"id":"28:3333"}],
                 "recipient":{"id":"28:3333"}}"""))
        .isEqualTo(
            new ProviderBatch(
                List.of(),
                List.of(),
                Map.of("activity_conversationUpdate", 1),
                Set.of(new ChannelKey("teams", "3333"))));
    assertThat(
            Bodies.read(
                    "teams",
                    "main",
                    """
                    {"type":"message","recipient":{"id":"28:a"},"text":" <at>Bot</at> ","entities":[
                     {"type":"mention","mentioned":{"id":"28:a"},"text":"<at>Bot</at>"}]}""")
                .ignored())
        .isEqualTo(Map.of("mention", 1));
  }
}
