package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.SendgridSigner;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.TokenFile;
import io.tributary.gateway.kit.TwilioSigner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From what a recipient answers to the facts that come of it. */
class OutreachWebhooksTest {

  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final String REPLY =
      "Body=Yes&To=whatsapp%3A%2B447700900999&From=whatsapp%3A%2B447700900123&MessageSid=SM1"
          + "&AccountSid="
          + TwilioSigner.ACCOUNT_SID;
  private static final byte[] MAIL = mail("Yes");

  private SendgridSigner signer;
  private TestGateway gateway;
  private ChannelServer server;

  @BeforeEach
  void start() throws Exception {
    signer = new SendgridSigner();
    gateway = TestGateway.start();
    server =
        ChannelServer.before(
            gateway.replies(),
            NOW,
            TwilioSigner.account("twilio-whatsapp", "main"),
            TwilioSigner.account("twilio-sms", "main"),
            signer.account("main"));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    gateway.close();
  }

  private static byte[] mail(String text) {
    return SendgridSigner.form(
        "envelope",
        "{\"to\":[\"Replies@Company.example\"],\"from\":\"bounce@example.com\"}",
        "headers",
        "From: Alex Doe <Alex.Doe@example.com>\nMessage-ID: <ABC-1@example.com>",
        "text",
        text);
  }

  @Test
  void shouldPutAReplyIntoTheLogOfItsSender() throws Exception {
    Described answer = twilio("twilio-whatsapp", REPLY);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).endsWith("<Response/>");
    assertThat(facts()).hasSize(1);
    OutreachEvent fact = facts().get(0);
    assertThat(fact.getRecipient()).isEqualTo("+447700900123");
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("twilio-whatsapp/main");
    assertThat(fact.getEnvelope().getRequestId())
        .isEqualTo(answer.header("x-request-id").orElseThrow());
    ChannelReply reply = (ChannelReply) fact.getEvent();
    assertThat(reply.getProvider()).isEqualTo("twilio-whatsapp");
    assertThat(reply.getAccount()).isEqualTo("main");
    assertThat(reply.getChannelType()).isEqualTo("whatsapp");
    assertThat(reply.getChannelId()).isEqualTo("+447700900999");
    assertThat(reply.getEventId()).isEqualTo("twilio:" + TwilioSigner.ACCOUNT_SID + ":SM1");
    assertThat(reply.getMalformed()).isNull();
    assertThat(StandardCharsets.UTF_8.decode(reply.getRaw()).toString()).isEqualTo(REPLY);
  }

  @Test
  void shouldKnowTheSenderOfAMailByTheAddressInLowerCase() throws Exception {
    assertThat(sendgrid(server, MAIL).status()).isEqualTo(200);

    OutreachEvent fact = facts().get(0);
    assertThat(fact.getRecipient()).isEqualTo("alex.doe@example.com");
    ChannelReply reply = (ChannelReply) fact.getEvent();
    assertThat(reply.getChannelType()).isEqualTo("email");
    assertThat(reply.getChannelId()).isEqualTo("replies@company.example");
    assertThat(reply.getCompanyId()).isEqualTo("ci-aaa-001");
    assertThat(reply.getEventId()).isEqualTo("sendgrid:abc-1@example.com");
  }

  @Test
  void shouldStampNoCompanyIfTheAccountNamesNone() throws Exception {
    twilio("twilio-sms", REPLY.replace("whatsapp%3A", ""));
    TokenFile.write(
        gateway.tokenFile(), TokenFile.entry("app", TestGateway.COMPANY_TOKEN, "outreach:*"));
    await()
        .untilAsserted(
            () -> {
              twilio("twilio-sms", REPLY.replace("whatsapp%3A", ""));
              assertThat(companies()).endsWith((String) null);
            });

    assertThat(companies()).as("while tokens act for two companies").startsWith("");
  }

  private List<@Nullable String> companies() {
    return facts().stream().map(fact -> ((ChannelReply) fact.getEvent()).getCompanyId()).toList();
  }

  @Test
  void shouldFindAPlaceForAnySender() throws Exception {
    String odd = REPLY.replace("whatsapp%3A%2B447700900123", "caf%C3%A9+%23");
    assertThat(twilio("twilio-sms", odd.replace("whatsapp%3A", "")).status()).isEqualTo(200);

    assertThat(facts().get(0).getRecipient()).hasSize(44).startsWith("~");
    assertThat(((ChannelReply) facts().get(0).getEvent()).getMalformed()).isNull();
  }

  @Test
  void shouldNameTheErrorOfAMalformedReplyAndDropItsRepeat() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(twilio("twilio-sms", REPLY).status()).isEqualTo(200);
    }

    assertThat(facts()).hasSize(2);
    OutreachEvent fact = facts().get(0);
    assertThat(fact.getRecipient()).startsWith("malformed-~");
    assertThat(facts().get(1).getRecipient()).isEqualTo(fact.getRecipient());
    ChannelReply reply = (ChannelReply) fact.getEvent();
    assertThat(reply.getMalformed()).isNotBlank();
    assertThat(reply.getChannelType()).isEqualTo("sms");
    assertThat(reply.getEventId())
        .isEqualTo("twilio-sms:" + fact.getRecipient().replace("malformed-", "malformed:"));
    assertThat(((ChannelReply) facts().get(1).getEvent()).getEventId())
        .isEqualTo(reply.getEventId());
    assertThat(StandardCharsets.UTF_8.decode(reply.getRaw()).toString()).isEqualTo(REPLY);
  }

  /** However long the mails of one take, also on their own threads. */
  @Test
  void shouldNotLetAnAccountsMailsKeepOthersWaiting() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    ChannelIntake slow =
        delivery -> {
          if (delivery.account().equals("slow")) {
            awaitOn(read);
          }
          return CompletableFuture.completedFuture(delivery.success());
        };
    try (ChannelServer loaded =
        ChannelServer.before(
            slow,
            NOW,
            account("slow", "@slow.example"),
            account("main", "@company.example"),
            TwilioSigner.account("twilio-sms", "main"))) {
      List<CompletableFuture<Integer>> mails =
          IntStream.range(0, 8).mapToObj(i -> slowly(loaded)).toList();
      await().until(() -> loaded.inflightBytes() >= 7L * MAIL.length);

      assertThat(sendgrid(loaded, MAIL).status()).isEqualTo(200);
      assertThat(
              loaded
                  .post("twilio-sms", "main", REPLY, TwilioSigner.form("twilio-sms/main", REPLY))
                  .status())
          .isEqualTo(200);
      assertThat(mails).noneMatch(CompletableFuture::isDone);
      read.countDown();
      for (CompletableFuture<Integer> mail : mails) {
        assertThat(mail.get(1, TimeUnit.MINUTES)).isEqualTo(200);
      }
    }
  }

  @Test
  void shouldNotAcknowledgeUndurableRecords() throws Exception {
    gateway.producer().decide("outreach.events", LogProducer.Answer.TIMED_OUT);

    assertThat(twilio("twilio-whatsapp", REPLY).status()).isEqualTo(503);
  }

  @Test
  void shouldMakeNoFactOfForeignRequests() throws Exception {
    String[] headers = TwilioSigner.form("twilio-whatsapp/main", REPLY);
    assertThat(server.post("twilio-whatsapp", "main", REPLY.replace("Yes", "No"), headers).status())
        .isEqualTo(403);
    assertThat(server.post("sendgrid", "main", MAIL, new SendgridSigner().headers(MAIL)).status())
        .isEqualTo(403);

    assertThat(facts()).isEmpty();
  }

  private Described sendgrid(ChannelServer to, byte[] mail) throws Exception {
    return to.post("sendgrid", "main", mail, signer.headers(mail));
  }

  private Described twilio(String provider, String body) throws Exception {
    return server.post(provider, "main", body, TwilioSigner.form(provider + "/main", body));
  }

  private String account(String name, String recipients) {
    return signer.account(name).replace("}", ",\"recipients\":[\"" + recipients + "\"]}");
  }

  private static void awaitOn(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<Integer> slowly(ChannelServer to) {
    byte[] mail =
        new String(MAIL, StandardCharsets.UTF_8)
            .replace("Company.example", "slow.example")
            .getBytes(StandardCharsets.UTF_8);
    CompletableFuture<Integer> status = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                status.complete(to.post("sendgrid", "slow", mail, signer.headers(mail)).status());
              } catch (Exception e) {
                status.completeExceptionally(e);
              }
            })
        .start();
    return status;
  }

  private List<OutreachEvent> facts() {
    return gateway.log().values("outreach.events").stream()
        .map(value -> gateway.format().decode(OutreachEvent.class, value))
        .toList();
  }
}
