package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlackProviderTest {

  private static final String DIRECT =
      """
      {"token":"XXYYZZ","team_id":"T0000000001","api_app_id":"A0000000001","event":{"type":"message","channel":"D0000000001","user":"U0000000001","text":"what is the sprint status?","ts":"1767225600.000200","event_ts":"1767225600.000200","channel_type":"im","client_msg_id":"5f3c1b9a-0d6e-4b7e-9a52-000000000001"},"type":"event_callback","event_id":"Ev0000000001","event_time":1767225600,"is_ext_shared_channel":false,"authorizations":[{"enterprise_id":null,"team_id":"T0000000001","user_id":"U0000000BOT","is_bot":true,"is_enterprise_install":false}]}""";

  private static ProviderBatch event(String event) {
    return Bodies.read(
        "slack",
        "main",
        "{\"type\":\"event_callback\",\"team_id\":\"T1\",\"event_id\":\"Ev1\",\"event\":%s}"
            .formatted(event));
  }

  @Test
  void shouldReadADirectMessage() {
    assertThat(Bodies.message("slack", "main", DIRECT))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("slack", "T0000000001"),
                "slack-D0000000001",
                Optional.of("slack:T0000000001:Ev0000000001"),
                "U0000000001",
                Optional.empty(),
                "D0000000001",
                Optional.empty(),
                "what is the sprint status?",
                List.of(),
                OptionalLong.of(1767225600000L),
                Map.of(
                    "ts", "1767225600.000200", "channel_type", "im", "api_app_id", "A0000000001"),
                Bodies.bytes(DIRECT),
                Identity.NONE));
  }

  @Test
  void shouldKeepAThreadApartFromItsChannel() {
    ProviderMessage message =
        event(
                """
                {"type":"message","channel":"C7","user":"U1","text":"yes",
                 "ts":"1767225700.000300","thread_ts":"1767225600.000200"}""")
            .messages()
            .get(0);

    assertThat(message.conversationId()).isEqualTo("slack-C7-1767225600.000200");
    assertThat(message.threadId()).contains("1767225600.000200");
    assertThat(message.channelConversationId()).isEqualTo("C7");
  }

  @Test
  void shouldTakeFilesWithAndWithoutText() {
    ProviderMessage message =
        event(
                """
                {"type":"message","subtype":"file_share","channel":"C7","user":"U1","text":"",
                 "ts":"1767225700.000300","files":[
                  {"id":"F1","name":"plan.pdf","mimetype":"application/pdf","size":1024,
                   "url_private":"https://files.slack.example/F1"},
                  {"id":"F2","mimetype":"image/png","size":"many"}]}""")
            .messages()
            .get(0);

    assertThat(message.text()).isEmpty();
    assertThat(message.attachments())
        .containsExactly(
            new Attachment(
                "document",
                "F1",
                "https://files.slack.example/F1",
                "plan.pdf",
                "application/pdf",
                1024L),
            new Attachment("image", "F2", null, null, "image/png", null));
  }

  @Test
  void shouldIgnoreBotsEditsDeletesAndOtherEvents() {
    String rest = "\"channel\":\"C7\",\"user\":\"U1\",\"text\":\"x\",\"ts\":\"1.0\"}";

    assertThat(event("{\"type\":\"message\",\"bot_id\":\"B1\"," + rest))
        .satisfies(batch -> assertThat(batch.messages()).isEmpty())
        .returns(Map.of("bot_message", 1), ProviderBatch::ignored);
    assertThat(event("{\"type\":\"message\"," + rest.replace("U1", "USLACKBOT")).ignored())
        .isEqualTo(Map.of("bot_message", 1));
    assertThat(
            Bodies.read("slack", "main", DIRECT.replace("\"U0000000001\"", "\"U0000000BOT\""))
                .ignored())
        .isEqualTo(Map.of("bot_message", 1));
    assertThat(event("{\"type\":\"message\",\"subtype\":\"bot_message\"," + rest).ignored())
        .isEqualTo(Map.of("bot_message", 1));
    assertThat(event("{\"type\":\"message\",\"subtype\":\"message_changed\"," + rest).ignored())
        .isEqualTo(Map.of("message_changed", 1));
    assertThat(event("{\"type\":\"message\",\"subtype\":\"message_deleted\"," + rest).ignored())
        .isEqualTo(Map.of("message_deleted", 1));
    assertThat(event("{\"type\":\"app_mention\"," + rest).ignored())
        .isEqualTo(Map.of("event_app_mention", 1));
    assertThat(event("{\"type\":\"message\",\"channel\":\"C7\",\"text\":\" \"}").ignored())
        .isEqualTo(Map.of("empty", 1));
    assertThat(Bodies.read("slack", "main", "{\"type\":\"app_rate_limited\"}").ignored())
        .isEqualTo(Map.of("event_app_rate_limited", 1));
  }

  @Test
  void shouldTakeTheWorkspaceThatInstalledTheApp() {
    for (String partner : List.of("null", "\"T0PARTNER\"")) {
      String body =
          """
          {"type":"event_callback","team_id":%s,"event_id":"Ev1","is_ext_shared_channel":true,
           "authorizations":[{"team_id":"T9"},{"team_id":"T8"}],
           "event":{"type":"message","channel":"C7","user":"U1","text":"x","team":"T0PARTNER"}}"""
              .formatted(partner);

      ProviderBatch batch = Bodies.read("slack", "main", body);
      assertThat(batch.messages().get(0).channel()).isEqualTo(new ChannelKey("slack", "T9"));
      assertThat(batch.messages().get(0).eventId()).contains("slack:T9:Ev1");
      assertThat(batch.named()).containsExactly(new ChannelKey("slack", "T9"));
    }
    String modal =
        form(
            "{\"type\":\"view_submission\",\"team\":{\"id\":\"T0PARTNER\"},\"user\":{\"id\":\"U1\"},"
                + "\"view\":{\"callback_id\":\"c\",\"app_installed_team_id\":\"T9\"}}");
    assertThat(Bodies.message("slack", "main", modal).channel())
        .isEqualTo(new ChannelKey("slack", "T9"));
  }

  @Test
  void shouldTakeTheOrganizationWithoutAWorkspace() {
    String body =
        """
        {"type":"event_callback","event_id":"Ev1",
         "authorizations":[{"team_id":null,"enterprise_id":"E9","is_enterprise_install":true}],
         "event":{"type":"message","channel":"C7","user":"U1","text":"x"}}""";

    assertThat(Bodies.message("slack", "main", body).channel())
        .isEqualTo(new ChannelKey("slack", "E9"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '\u00a6',
      value = {
        "a &lt; b &amp;&amp; c &gt; &amp;lt; <@U2> \u00a6 a < b && c > &lt; <@U2>",
        "&lt;@U2&gt; <@U2|ada> &lt;#C1&gt; &lt;!here&gt; <!here> \u00a6"
            + " &lt;@U2> <@U2|ada> &lt;#C1> &lt;!here> <!here>",
        "<https://a.example/?x=1&amp;y=2> ok \u00a6 https://a.example/?x=1&y=2 ok",
        "<http://b.example|b.example> <mailto:a@b.example|a@b.example> \u00a6 b.example a@b.example",
        "<https://b.example/x?a=1&amp;b=2|the R&amp;D plan> \u00a6 <https://b.example/x?a=1&b=2|the R&D plan>",
        "&lt;https://b.example|x&gt; &lt;b&gt; 1&lt;2 <<x \u00a6 &lt;https://b.example|x> <b> 1<2 <<x",
        "<!date^1392734382^{date}|Feb 18> <#C1|ops&amp;dev> <> <|x> \u00a6"
            + " <!date^1392734382^{date}|Feb 18> <#C1|ops&dev> <> <|x>",
      })
  void shouldReadTextAsItWasTyped(String sent, String typed) {
    ProviderBatch batch =
        event(
            "{\"type\":\"message\",\"channel\":\"C7\",\"user\":\"U1\",\"ts\":\"1.0\",\"text\":\"%s\"}"
                .formatted(sent));

    assertThat(batch.messages().get(0).text()).isEqualTo(typed);
  }

  @Test
  void shouldReadASlashCommand() {
    String form =
        "token=x&team_id=T1&channel_id=C7&channel_name=ops&user_id=U1&user_name=ada"
            + "&command=%2Fdeploy&text=a+%26amp%3B+b&api_app_id=A1"
            + "&response_url=https%3A%2F%2Fhooks.slack.example%2F1&trigger_id=1.2.3";

    assertThat(Bodies.message("slack", "main", form))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("slack", "T1"),
                "slack-C7",
                Optional.of("slack:T1:1.2.3"),
                "U1",
                Optional.of("ada"),
                "C7",
                Optional.empty(),
                "/deploy a & b",
                List.of(),
                OptionalLong.empty(),
                Map.of(
                    "command", "/deploy",
                    "response_url", "https://hooks.slack.example/1",
                    "trigger_id", "1.2.3",
                    "api_app_id", "A1"),
                Bodies.bytes(form),
                Identity.NONE));
  }

  @Test
  void shouldReadChoicesOfAMessage() {
    ProviderMessage message =
        interaction(
            """
            {"type":"block_actions","trigger_id":"1.2.3","user":{"id":"U1","name":"ada"},
             "channel":{"id":"C7"},"message":{"ts":"1.0","thread_ts":"0.9"},"actions":[
              {"type":"button","action_id":"yes","value":"approve","action_ts":"1767225600.5"},
              {"type":"button","action_id":"no"},
              {"type":"static_select","selected_option":{"value":"eu"}},
              {"type":"multi_users_select","selected_users":["U2","U3"]}]""");

    assertThat(message.text()).isEqualTo("approve\nno\neu\nU2\nU3");
    assertThat(message.conversationId()).isEqualTo("slack-C7-0.9");
    assertThat(message.eventId()).contains("slack:T1:1.2.3");
    assertThat(message.sentAt()).hasValue(1767225600500L);
    assertThat(message.metadata())
        .isEqualTo(Map.of("type", "block_actions", "trigger_id", "1.2.3", "ts", "1.0"));
  }

  @Test
  void shouldReadAModalAsAMessageOfItsUser() {
    ProviderMessage message =
        interaction(
            """
            {"type":"view_submission","trigger_id":"1.2.3","user":{"id":"U1","name":"ada"},
             "view":{"callback_id":"report","private_metadata":"p","state":{"values":
              {"b1":{"a1":{"type":"plain_text_input","value":"it's wet"}},
               "b2":{"a2":{"type":"datepicker","selected_date":"2026-03-01"}}}}}""");

    assertThat(message.text()).isEqualTo("it's wet\n2026-03-01");
    assertThat(message.conversationId()).isEqualTo("slack-U1");
    assertThat(message.metadata())
        .containsEntry("callback_id", "report")
        .containsEntry("private_metadata", "p");
  }

  @Test
  void shouldIgnoreChecksAndEmptyInteractions() {
    assertThat(Bodies.read("slack", "main", "ssl_check=1&token=x").ignored())
        .isEqualTo(Map.of("ssl_check", 1));
    assertThat(Bodies.read("slack", "main", form("{\"type\":\"view_closed\"}")).ignored())
        .isEqualTo(Map.of("view_closed", 1));
  }

  @Test
  void shouldReportAnUnreadableForm() {
    assertThatThrownBy(() -> Bodies.read("slack", "main", "a=b"))
        .hasMessage("body must be a JSON object, or a form with command or payload");
    assertThat(Bodies.read("slack", "main", form("{")).malformed()).hasSize(1);
    ProviderBatch userless =
        Bodies.read(
            "slack",
            "main",
            form("{\"type\":\"shortcut\",\"callback_id\":\"c\",\"team\":{\"id\":\"T1\"}}"));
    assertThat(userless.malformed().get(0).channel()).isEqualTo(new ChannelKey("slack", "T1"));
  }

  /** An interaction of the workspace T1, which lacks its last brace. */
  private static ProviderMessage interaction(String payload) {
    return Bodies.message("slack", "main", form(payload + ",\"team\":{\"id\":\"T1\"}}"));
  }

  private static String form(String payload) {
    return "payload=" + URLEncoder.encode(payload, StandardCharsets.UTF_8);
  }
}
