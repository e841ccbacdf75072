package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.app_backend.SlackSignature;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;

class SlackChannelTest {

  private static final String SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  private static final String ACCOUNT = ChannelServer.account("slack", "main", SECRET);

  private static final String DOCUMENTED_BODY =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
          + "&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
          + "&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com"
          + "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
          + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
  private static final String DOCUMENTED =
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";

  private static final String EVENT =
      "{\"token\":\"XXYYZZ\",\"team_id\":\"T0000000001\",\"api_app_id\":\"A0000000001\",\"event\":"
          + "{\"type\":\"message\",\"channel\":\"D0000000001\",\"user\":\"U0000000001\",\"text\":"
          + "\"what is the sprint status?\",\"ts\":\"1767225600.000200\",\"event_ts\":"
          + "\"1767225600.000200\",\"channel_type\":\"im\",\"client_msg_id\":"
          + "\"5f3c1b9a-0d6e-4b7e-9a52-000000000001\"},\"type\":\"event_callback\",\"event_id\":"
          + "\"Ev0000000001\",\"event_time\":1767225600,\"is_ext_shared_channel\":false,"
          + "\"authorizations\":[{\"enterprise_id\":null,\"team_id\":\"T0000000001\",\"user_id\":"
          + "\"U0000000BOT\",\"is_bot\":true,\"is_enterprise_install\":false}]}";
  private static final String EVENT_TIME = "1767225600";
  private static final String EVENT_AT = "2026-01-01T00:00:00Z";
  private static final String EVENT_SIGNATURE =
      "v0=ba5986a08ecfad0500099f20fbe7b5be571788eb4ed6aa33563da3574ef34651";

  @Test
  void shouldVerifySlacksExample() throws Exception {
    try (ChannelServer server = ChannelServer.start("2018-07-12T18:36:58Z", ACCOUNT)) {
      Described form =
          server.post(
              "slack",
              "main",
              DOCUMENTED_BODY,
              "content-type",
              "application/x-www-form-urlencoded",
              "x-slack-request-timestamp",
              "1531420618",
              "x-slack-signature",
              DOCUMENTED);
      assertThat(form.status()).isEqualTo(200);
      assertThat(form.body()).isEmpty();
      assertThat(server.deliveries().get(0).messages().get(0).text()).isEqualTo("/webhook-collect");
      assertThat(server.counted()).containsExactlyInAnyOrder("slack verified");
    }
  }

  @Test
  void shouldAppendAnEventWithAnEmptyAnswer() throws Exception {
    try (ChannelServer server = ChannelServer.start(EVENT_AT, ACCOUNT)) {
      Described answer = post(server, EVENT, EVENT_TIME, EVENT_SIGNATURE);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
      assertThat(answer.header("content-type")).isEmpty();
      assertThat(server.deliveries()).hasSize(1);
      ChannelDelivery delivery = server.deliveries().get(0);
      assertThat(delivery.provider()).isEqualTo("slack");
      assertThat(delivery.account()).isEqualTo("main");
      assertThat(delivery.request().caller().name()).isEqualTo("slack/main");
      assertThat(delivery.request().deadline().remaining())
          .as("Slack waits three seconds")
          .isLessThanOrEqualTo(Duration.ofMillis(2500));
      assertThat(delivery.messages()).hasSize(1);
      assertThat(delivery.messages().get(0).eventId())
          .isEqualTo(Optional.of("slack:T0000000001:Ev0000000001"));
      assertThat(
              StandardCharsets.UTF_8
                  .decode(delivery.messages().get(0).raw().duplicate())
                  .toString())
          .isEqualTo(EVENT);
    }
  }

  @Test
  void shouldVerifySignaturesOfSlacksOwnCode() throws Exception {
    SlackSignature.Generator signer = new SlackSignature.Generator("fake-signing-secret");
    try (ChannelServer server =
        ChannelServer.start(
            EVENT_AT, ChannelServer.account("slack", "main", "fake-signing-secret"))) {
      for (String body : new String[] {EVENT, EVENT.replace("sprint", "caf\\u00e9 \u2764 é")}) {
        Described answer = post(server, body, EVENT_TIME, signer.generate(EVENT_TIME, body));
        assertThat(answer.status()).isEqualTo(200);
      }
      assertThat(server.deliveries()).hasSize(2);
    }
  }

  @Test
  void shouldRefuseOtherSignatures() throws Exception {
    try (ChannelServer server = ChannelServer.start(EVENT_AT, ACCOUNT)) {
      assertRefused(server, "signature", EVENT + " ", EVENT_TIME, EVENT_SIGNATURE);
      assertRefused(server, "signature", EVENT.replace("T0", "T1"), EVENT_TIME, EVENT_SIGNATURE);
      assertRefused(server, "signature", "", EVENT_TIME, EVENT_SIGNATURE);
      assertRefused(server, "signature", EVENT, "1767225601", EVENT_SIGNATURE);
      assertRefused(server, "signature", EVENT, EVENT_TIME, EVENT_SIGNATURE.replace("v0", "v1"));
      assertRefused(server, "signature", EVENT, EVENT_TIME, EVENT_SIGNATURE.substring(0, 66));
      assertRefused(server, "unsigned", EVENT, "", EVENT_SIGNATURE);
      assertRefused(server, "unsigned", EVENT, EVENT_TIME, "");
      assertRefused(server, "unsigned", EVENT, "-1767225600", EVENT_SIGNATURE);
      assertRefused(server, "unsigned", EVENT, "99999999999999999999", EVENT_SIGNATURE);
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldAcceptSignaturesOfUpToFiveMinutes() throws Exception {
    try (ChannelServer server = ChannelServer.start("2025-12-31T23:55:00Z", ACCOUNT)) {
      // Given: a sender whose clock is ahead
      assertThat(post(server, EVENT, EVENT_TIME, EVENT_SIGNATURE).status()).isEqualTo(200);
      server.clock().advance(Duration.ofMinutes(10));
      assertThat(post(server, EVENT, EVENT_TIME, EVENT_SIGNATURE).status()).isEqualTo(200);

      // When, Then
      server.clock().advance(Duration.ofMillis(1));
      assertRefused(server, "stale", EVENT, EVENT_TIME, EVENT_SIGNATURE);
      server.clock().advance(Duration.ofMinutes(-10).minusMillis(2));
      assertRefused(server, "stale", EVENT, EVENT_TIME, EVENT_SIGNATURE);
    }
  }

  @Test
  void shouldSayASignedChallengeBackAndNoOther() throws Exception {
    String body = "{\"token\":\"t\",\"challenge\":\"3eZbrw1a <b>\",\"type\":\"url_verification\"}";
    SlackSignature.Generator signer = new SlackSignature.Generator(SECRET);
    try (ChannelServer server = ChannelServer.start(EVENT_AT, ACCOUNT)) {
      Described answer = post(server, body, EVENT_TIME, signer.generate(EVENT_TIME, body));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("3eZbrw1a <b>");
      assertThat(answer.header("content-type")).contains("text/plain; charset=utf-8");
      assertRefused(server, "signature", body, EVENT_TIME, EVENT_SIGNATURE);
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldCountThirtyTwoKindsByNameAndNoMore() throws Exception {
    SlackSignature.Generator signer = new SlackSignature.Generator(SECRET);
    try (ChannelServer server = ChannelServer.start(EVENT_AT, ACCOUNT)) {
      for (String kind : IntStream.rangeClosed(1, 33).mapToObj(i -> "kind_" + i).toList()) {
        ignore(server, signer, kind);
      }
      ignore(server, signer, "kind_32");
      ignore(server, signer, "kind_34");

      assertThat(server.counted())
          .filteredOn(counted -> counted.contains("ignored"))
          .hasSize(35)
          .contains("slack ignored event_kind_1", "slack ignored event_kind_2")
          .doesNotContain("slack ignored event_kind_33", "slack ignored event_kind_34")
          .areExactly(2, new Condition<>("slack ignored event_kind_32"::equals, "known kind"))
          .areExactly(2, new Condition<>("slack ignored other"::equals, "further kind"));
    }
  }

  private static void ignore(ChannelServer server, SlackSignature.Generator signer, String kind)
      throws Exception {
    String body = EVENT.replace("\"type\":\"message\"", "\"type\":\"" + kind + '"');
    assertThat(post(server, body, EVENT_TIME, signer.generate(EVENT_TIME, body)).status())
        .isEqualTo(200);
  }

  private static void assertRefused(
      ChannelServer server, String reason, String body, String time, String signature)
      throws Exception {
    List<String> before = server.counted();
    Described answer = post(server, body, time, signature);
    assertThat(answer.status()).as(reason).isEqualTo(403);
    assertThat(answer.error()).isEqualTo("FORBIDDEN");
    assertThat(server.countedSince(before)).containsExactly("slack refused " + reason);
  }

  private static Described post(ChannelServer server, String body, String time, String signature)
      throws Exception {
    return server.post(
        "slack", "main", body, "x-slack-request-timestamp", time, "x-slack-signature", signature);
  }
}
