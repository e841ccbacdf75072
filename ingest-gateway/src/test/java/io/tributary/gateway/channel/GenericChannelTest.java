package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenericChannelTest {

  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final long SECONDS = 1_767_225_600;
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEXT = "whsec_ZmFrZS1zZWNyZXQtdGhhdC1jb21lcy1uZXh0";
  private static final String ACCOUNT = ChannelServer.account("generic", "crm", SECRET, NEXT);
  private static final String BODY =
      "{\"conversation_id\":\"c-1\",\"sender\":{\"id\":\"u-1\"},\"text\":\"caf\\u00e9\"}";

  @Test
  void shouldVerifyTheSchemesExample() throws Exception {
    try (ChannelServer server = ChannelServer.start("2021-02-25T15:02:10Z", ACCOUNT)) {
      Described answer =
          post(
              server,
              "{\"test\": 2432232314}",
              "msg_p5jXN8AQM9LWM0D4loKWxJek",
              "1614265330",
              "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");

      // It is no message, but it is verified
      assertThat(answer.status()).isEqualTo(400);
      assertThat(server.counted()).containsExactlyInAnyOrder("generic verified");
    }
  }

  /** Who sends it is a program that somebody can mend, and nothing of it is handed on. */
  @Test
  void shouldNameFieldAndRuleOfAnError() throws Exception {
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      Described answer =
          postSigned(
              server,
              BODY.replace(
                  "\"text\"", "\"attachments\":[{\"kind\":\"other\"},{\"kind\":7}],\"text\""));

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.error()).isEqualTo("INVALID_FORMAT");
      assertThat(answer.json().path("message").asText())
          .isEqualTo("attachments[1].kind must be text");
      assertThat(answer.json().path("field").asText()).isEqualTo("attachments[1].kind");
      assertThat(answer.json().path("rule").asText()).isEqualTo("must be text");
      assertThat(answer.json().path("index").asInt()).isEqualTo(1);
      assertThat(server.counted()).containsExactlyInAnyOrder("generic verified");

      // a name of the sender's making is not repeated
      Described spaced =
          postSigned(server, BODY.replace("\"text\"", "\"a b\":1,\"a b\":2,\"text\""));
      assertThat(spaced.json().path("field").asText()).isEqualTo("…");
      assertThat(spaced.json().path("rule").asText()).isEqualTo("must not be given twice");
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldFindTheGoodSignatureAmongOthers() throws Exception {
    String good = signed(SECRET, "m-1", SECONDS);
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      for (String among : new String[] {"v1,AAAA " + good, good + " v2,x", "v1a,AAAA v1 " + good}) {
        assertThat(post(server, BODY, "m-1", "" + SECONDS, among).status())
            .as(among)
            .isEqualTo(200);
      }
      assertRefused(server, "unsigned", BODY, "m-1", "" + SECONDS, "v1,A ".repeat(8) + good);
    }
  }

  @Test
  void shouldRefuseOtherSignatures() throws Exception {
    String good = signed(SECRET, "m-1", SECONDS);
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      assertRefused(server, "signature", BODY + " ", "m-1", "" + SECONDS, good);
      assertRefused(server, "signature", BODY.replace("\\u00e9", "é"), "m-1", "" + SECONDS, good);
      assertRefused(server, "signature", BODY, "m-2", "" + SECONDS, good);
      assertRefused(server, "signature", BODY, "m-1", "" + (SECONDS + 1), good);
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, good.replace("v1,", "v1a,"));
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, good.substring(3));
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, "v1,");
      assertRefused(server, "unsigned", BODY, "", "" + SECONDS, good);
      assertRefused(server, "unsigned", BODY, "m-1", "", good);
      assertRefused(server, "unsigned", BODY, "m-1", "" + SECONDS, "");
      assertRefused(
          server, "stale", BODY, "m-1", "1767225299", signed(SECRET, "m-1", SECONDS - 301));
      assertRefused(
          server, "stale", BODY, "m-1", "1767225901", signed(SECRET, "m-1", SECONDS + 301));
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldRefuseAReplayAfterFiveMinutes() throws Exception {
    String good = signed(SECRET, "m-1", SECONDS);
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      server.clock().advance(Duration.ofMinutes(5));
      assertThat(post(server, BODY, "m-1", "" + SECONDS, good).status()).isEqualTo(200);
      server.clock().advance(Duration.ofMillis(1));
      assertRefused(server, "stale", BODY, "m-1", "" + SECONDS, good);
    }
  }

  @Test
  void shouldVerifyWithAPublicKey() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    String account =
        "{\"provider\":\"generic\",\"account\":\"crm\",\"public_keys\":[\"%s\"]}"
            .formatted(text(pair));
    try (ChannelServer server = ChannelServer.start(NOW, account)) {
      String good = signed(pair, "m-1." + SECONDS + '.' + BODY);
      assertThat(server.accountsWithoutSecret()).isZero();
      assertThat(post(server, BODY, "m-1", "" + SECONDS, good).status()).isEqualTo(200);
      assertRefused(server, "signature", BODY + " ", "m-1", "" + SECONDS, good);
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, good.replace("v1a", "v1"));
      assertRefused(
          server,
          "signature",
          BODY,
          "m-1",
          "" + SECONDS,
          signed(other, "m-1." + SECONDS + '.' + BODY));
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, "v1a,not base64");
    }
  }

  @Test
  void shouldTryThreeSignaturesWithPublicKeysAtMost() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    String account =
        "{\"provider\":\"generic\",\"account\":\"crm\",\"secrets\":[\"%s\"],\"public_keys\":[\"%s\",\"%s\"]}"
            .formatted(SECRET, text(pair), text(other));
    try (ChannelServer server = ChannelServer.start(NOW, account)) {
      String good = signed(pair, "m-1." + SECONDS + '.' + BODY);
      String bad = "v1a," + "A".repeat(86) + "==";
      String both = bad + ' ' + bad + ' ' + good;
      assertThat(post(server, BODY, "m-1", "" + SECONDS, both).status()).isEqualTo(200);
      assertRefused(server, "unsigned", BODY, "m-1", "" + SECONDS, bad + ' ' + both);
      String secret = bad + ' ' + signed(SECRET, "m-1", SECONDS) + " v1a,AAAA";
      assertThat(post(server, BODY, "m-1", "" + SECONDS, secret).status()).isEqualTo(200);
      assertRefused(server, "signature", BODY, "m-1", "" + SECONDS, good.replace("v1a,", "v1a,AA"));
    }
  }

  private static Described postSigned(ChannelServer server, String body) throws Exception {
    String signature = new Webhook(SECRET).sign("m-1", SECONDS, body);
    return post(server, body, "m-1", "" + SECONDS, signature);
  }

  private static String signed(String secret, String id, long seconds) throws Exception {
    return new Webhook(secret).sign(id, seconds, BODY);
  }

  private static String signed(KeyPair pair, String text) throws Exception {
    Signature signer = Signature.getInstance("Ed25519");
    signer.initSign(pair.getPrivate());
    signer.update(text.getBytes(StandardCharsets.UTF_8));
    return "v1a," + Base64.getEncoder().encodeToString(signer.sign());
  }

  /** The last 32 bytes of the encoded key are the key itself. */
  private static String text(KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    return "whpk_"
        + Base64.getEncoder()
            .encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
  }

  private static void assertRefused(
      ChannelServer server, String reason, String body, String id, String time, String signature)
      throws Exception {
    List<String> before = server.counted();
    assertThat(post(server, body, id, time, signature).status()).as(reason).isEqualTo(403);
    assertThat(server.countedSince(before)).containsExactly("generic refused " + reason);
  }

  private static Described post(
      ChannelServer server, String body, String id, String time, String signature)
      throws Exception {
    return server.post(
        "generic",
        "crm",
        body,
        "webhook-id",
        id,
        "webhook-timestamp",
        time,
        "webhook-signature",
        signature);
  }
}
