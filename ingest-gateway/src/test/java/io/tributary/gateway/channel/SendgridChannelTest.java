package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.SendgridSigner;
import io.tributary.schemas.key.ChannelKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SendgridChannelTest {

  private static final String NOW = "2026-01-01T00:00:00Z";

  private static final String ENVELOPE =
      "{\"to\":[\"Replies@Company.example\"],\"from\":\"bounce@example.com\"}";
  private static final String HEADERS =
      """
      From: Alex Doe <Alex.Doe@example.com>
      Subject: Re: your application
      Message-ID: <ABC-1@example.com>
      """;
  private static final byte[] PARSED =
      SendgridSigner.form("envelope", ENVELOPE, "headers", HEADERS, "text", "Yes");
  private static final byte[] RAW =
      SendgridSigner.form("envelope", ENVELOPE, "email", HEADERS + "\nYes\n");

  private final SendgridSigner signer = new SendgridSigner();

  SendgridChannelTest() throws Exception {}

  @Test
  void shouldVerifyWhatSendgridPublishes() throws Exception {
    String body =
        "[{\"email\":\"hello@world.com\",\"event\":\"dropped\",\"reason\":\"Bounced Address\","
            + "\"sg_event_id\":\"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA\","
            + "\"sg_message_id\":\"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-"
            + "5F5FC76C-9.0\",\"smtp-id\":\"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>\","
            + "\"timestamp\":1600112492}]\r\n";
    String account =
        "{\"provider\":\"sendgrid\",\"account\":\"main\",\"public_keys\":[\""
            + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3G"
            + "Rqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==\"]}";
    try (ChannelServer server = ChannelServer.start(NOW, account)) {
      // It is of events, which are no form; so verified it is kept
      Described answer =
          server.post(
              "sendgrid",
              "main",
              body,
              "X-Twilio-Email-Event-Webhook-Signature",
              "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M"
                  + "15TluLtEZtM=",
              "X-Twilio-Email-Event-Webhook-Timestamp",
              "1600112502");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(server.told()).containsExactly("sendgrid verified", "sendgrid malformed 1");
    }
  }

  @Test
  void shouldHandOnTheSameMailFromItsFieldsAndAsAWhole() throws Exception {
    try (ChannelServer server = ChannelServer.start(NOW, signer.account("main"))) {
      for (byte[] body : new byte[][] {PARSED, RAW}) {
        Described answer = post(server, body);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
      }

      assertThat(server.deliveries()).hasSize(2);
      for (ChannelDelivery delivery : server.deliveries()) {
        ProviderMessage message = delivery.messages().get(0);
        assertThat(message.channel()).isEqualTo(new ChannelKey("email", "replies@company.example"));
        assertThat(message.senderId()).isEqualTo("alex.doe@example.com");
        assertThat(message.text()).isEqualTo("Yes");
        assertThat(message.eventId()).contains("sendgrid:abc-1@example.com");
      }
    }
  }

  /** It drops for good what is refused, but tries for days what is not there yet. */
  @Test
  void shouldHaveAMailComeAgainAsLongAsThereIsNoKey() throws Exception {
    try (ChannelServer server =
        ChannelServer.start(NOW, ChannelServer.account("sendgrid", "main"))) {
      assertThat(post(server, PARSED).status()).isEqualTo(503);
      assertThat(server.told()).containsExactly("sendgrid refused no_secret");
      assertThat(server.accountsWithoutSecret()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseWhatIsNotSignedSo() throws Exception {
    String[] stranger = new SendgridSigner().headers(PARSED);
    try (ChannelServer server = ChannelServer.start(NOW, signer.account("main"))) {
      assertThat(server.post("sendgrid", "main", PARSED, stranger).status()).isEqualTo(403);
      assertThat(server.post("sendgrid", "main", RAW, signer.headers(PARSED)).status())
          .isEqualTo(403);
      assertThat(server.post("sendgrid", "main", PARSED, stranger[0], stranger[1]).status())
          .isEqualTo(403);
      assertThat(server.post("sendgrid", "other", PARSED, stranger).status()).isEqualTo(404);
      assertThat(server.told())
          .containsExactly(
              "sendgrid refused signature",
              "sendgrid refused signature",
              "sendgrid refused unsigned",
              "sendgrid refused unknown_account");
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldKeepWhatCannotBeReadAndSayYes() throws Exception {
    byte[] nobodys = SendgridSigner.form("text", "Yes");
    try (ChannelServer server = ChannelServer.start(NOW, signer.account("main"))) {
      assertThat(post(server, nobodys).status()).isEqualTo(200);
      assertThat(server.deliveries().get(0).messages()).isEmpty();
      assertThat(server.deliveries().get(0).malformed()).hasSize(1);
      assertThat(server.told()).containsExactly("sendgrid verified", "sendgrid malformed 1");
    }
  }

  /** It would drop the mail for good. */
  @Test
  void shouldRefuseNoMailForItsContentType() throws Exception {
    try (ChannelServer server = ChannelServer.start(NOW, signer.account("main"))) {
      for (String type : new String[] {"", "text/plain", "multipart/form-data", "nonsense"}) {
        String[] headers = signer.headers(PARSED);
        headers[1] = type;
        assertThat(server.post("sendgrid", "main", PARSED, headers).status())
            .as(type)
            .isEqualTo(200);
      }

      assertThat(server.deliveries())
          .hasSize(4)
          .allSatisfy(
              delivery -> {
                MalformedEvent malformed = delivery.malformed().get(0);
                assertThat(malformed.reason()).isEqualTo("Content-Type must name a boundary");
                assertThat(malformed.raw()).isEqualTo(ByteBuffer.wrap(PARSED));
              });
    }
  }

  @Test
  void shouldTakeMailsOfThirtyMegabytesAndNoLargerOnes() throws Exception {
    int most = 30 * 1024 * 1024;
    byte[] full =
        SendgridSigner.form(
            "envelope",
            ENVELOPE,
            "headers",
            HEADERS,
            "text",
            "Yes",
            "attachment1\"; filename=\"a.pdf",
            "x".repeat(most - 1000));
    try (ChannelServer server =
        ChannelServer.roomy(Optional.empty(), NOW, signer.account("main"))) {
      assertThat(post(server, full).status()).isEqualTo(200);
      ProviderMessage message = server.deliveries().get(0).messages().get(0);
      assertThat(message.text()).isEqualTo("Yes");
      assertThat(message.attachments()).hasSize(1);
      assertThat(message.raw().remaining()).isLessThan(1000);
      assertThat(server.inflightBytes()).isZero();

      byte[] tooLarge = new byte[most + 1];
      assertThat(server.post("sendgrid", "main", tooLarge, signer.headers(RAW)).status())
          .isEqualTo(413);
    }
  }

  private Described post(ChannelServer server, byte[] body) throws Exception {
    return server.post("sendgrid", "main", body, signer.headers(body));
  }
}
