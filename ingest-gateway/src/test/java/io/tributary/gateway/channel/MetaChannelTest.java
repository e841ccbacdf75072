package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.channels.MalformedEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.schemas.key.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetaChannelTest {

  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final String SECRET = "app_secret_0001";
  private static final String ACCOUNT =
      "{\"provider\":\"meta\",\"account\":\"app\",\"secrets\":[\"%s\"],\"verify_token\":\"fake-verify\"}"
          .formatted(SECRET);
  private static final String MESSAGE =
      "{\"from\":\"16505551234\",\"id\":\"wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdGMDAwMDAwMDAwMDAwMDAw"
          + "MQA=\",\"timestamp\":\"1767225600\",\"type\":\"text\",\"text\":{\"body\":"
          + "\"caf\\u00e9 \\u2764\"}}";
  private static final String BEFORE =
      "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"id\":\"102290129340398\",\"changes\":"
          + "[{\"value\":{\"messaging_product\":\"whatsapp\",\"metadata\":{\"display_phone_number\":"
          + "\"15550783881\",\"phone_number_id\":\"106540352242922\"},\"contacts\":[{\"profile\":"
          + "{\"name\":\"Sheena Nelson\"},\"wa_id\":\"16505551234\"}],\"messages\":[";
  private static final String AFTER = "]},\"field\":\"messages\"}]}]}";
  private static final String BODY = BEFORE + MESSAGE + AFTER;
  private static final String SIGNATURE =
      "sha256=b87ea4e9281be933e7fa8c71b867bfe19ce6205bba1dcb1e04a408b64f18eab5";

  @Test
  void shouldVerifyExamplesOfTheSchemesOwners() throws Exception {
    try (ChannelServer server =
        ChannelServer.start(
            NOW, ChannelServer.account("meta", "app", "It's a Secret to Everybody", "secret"))) {
      // Neither is an event, so that a verified request ends in a 400
      Described hello =
          post(
              server,
              "app",
              "Hello, World!",
              "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
      Described test =
          post(
              server,
              "app",
              "test",
              "sha256=0329a06b62cd16b33eb6792be8c60b158d89a2ee3a876fce9a881ebb488c0914");

      assertThat(hello.status()).isEqualTo(400);
      assertThat(test.error()).isEqualTo("INVALID_FORMAT");
      assertThat(server.counted()).containsExactlyInAnyOrder("meta verified", "meta verified");
    }
  }

  @Test
  void shouldVerifyEscapesAsTheyAreOnTheWire() throws Exception {
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      Described answer = post(server, "app", BODY, SIGNATURE);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
      assertThat(server.deliveries()).hasSize(1);
      assertThat(server.deliveries().get(0).messages().get(0).text()).isEqualTo("café ❤");
      assertThat(server.deliveries().get(0).messages().get(0).eventId())
          .isEqualTo(
              Optional.of(
                  "meta:106540352242922:"
                      + "wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdGMDAwMDAwMDAwMDAwMDAwMQA="));
    }
  }

  @Test
  void shouldTakeFourMegabytesAndNoMore() throws Exception {
    int room = 4 * 1024 * 1024 - BODY.length();
    try (ChannelServer server = ChannelServer.start(NOW, ACCOUNT)) {
      // Given: spaces within the outermost object, which no message is cut with
      String full = BODY.replace("{\"object\"", "{" + " ".repeat(room) + "\"object\"");
      assertThat(full).hasSize(4 * 1024 * 1024);

      // When
      Described large = post(server, "app", full, signed(full));

      // Then: it is read, but as no topic takes that much, its own text alone is set aside
      assertThat(large.status()).isEqualTo(200);
      assertThat(server.counted()).containsExactlyInAnyOrder("meta verified", "meta malformed");
      assertThat(server.deliveries()).hasSize(1);
      assertThat(server.deliveries().get(0).messages()).isEmpty();
      MalformedEvent aside = server.deliveries().get(0).malformed().get(0);
      assertThat(aside.reason())
          .isEqualTo(
              "entry[0].changes[0].value.messages[0] must have at most 1048576 bytes, with what it"
                  + " shares");
      assertThat(StandardCharsets.UTF_8.decode(aside.raw()).toString()).isEqualTo(MESSAGE);

      // When, Then
      assertThat(post(server, "app", full + " ", signed(full + " ")).status()).isEqualTo(413);
      assertThat(server.counted()).hasSize(2);
      assertThat(server.deliveries()).hasSize(1);
    }
  }

  /** What waits must be within the byte budget, and a batch may wait as more than it came as. */
  @Test
  void shouldAskForARepeatOfABatchOfTooManyParts() throws Exception {
    String shared = "{\"shared\":\"" + "x".repeat(700_000) + "\",\"object\"";
    String eleven =
        BEFORE.replace("{\"object\"", shared) + (MESSAGE + ',').repeat(10) + MESSAGE + AFTER;
    CompletableFuture<Reply> first = new CompletableFuture<>();
    List<ChannelDelivery> taken = new CopyOnWriteArrayList<>();
    try (ChannelServer server = ChannelServer.before(new Waiting(taken, first), NOW, ACCOUNT)) {
      // Given: a request of 0.7 MB that waits with its facts, which are 7.7 MB
      CompletableFuture<Described> waits =
          CompletableFuture.supplyAsync(() -> posted(server, eleven));
      await().until(() -> taken.size() == 1);
      assertThat(server.inflightBytes()).isBetween(8_400_000L, 8_420_000L);

      // When, Then: the same again does not fit into the 16 MiB besides
      Described second = post(server, "app", eleven, signed(eleven));
      assertThat(second.status()).isEqualTo(503);
      assertThat(second.header("retry-after")).contains("1");
      assertThat(taken).hasSize(1);

      // When, Then
      first.complete(Answer.empty());
      assertThat(waits.get(1, TimeUnit.MINUTES).status()).isEqualTo(200);
      await().until(() -> server.inflightBytes() == 0);
      assertThat(post(server, "app", eleven, signed(eleven)).status()).isEqualTo(200);
      assertThat(server.inflightBytes()).isZero();
      String twelve = eleven.replace("\"messages\":[", "\"messages\":[" + MESSAGE + ',');
      assertThat(post(server, "app", twelve, signed(twelve)).status()).isEqualTo(400);
    }
  }

  /** Answers when it is told to. */
  private record Waiting(List<ChannelDelivery> taken, CompletableFuture<Reply> answer)
      implements ChannelIntake {

    @Override
    public CompletableFuture<Reply> take(ChannelDelivery delivery) {
      taken.add(delivery);
      return answer.copy();
    }
  }

  private static Described posted(ChannelServer server, String body) {
    try {
      return post(server, "app", body, signed(body));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldSayTheChallengeBackToWhoKnowsTheToken() throws Exception {
    try (ChannelServer server =
        ChannelServer.start(
            NOW,
            ACCOUNT.replace("}", ",\"phone_number_ids\":[\"1\"]}"),
            "{\"provider\":\"meta\",\"account\":\"bare\",\"phone_number_ids\":[\"2\"]}")) {
      String asked = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=";
      Described answer = server.get("meta", "app", asked + "fake-verify");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("1158201444");
      assertThat(answer.header("content-type")).contains("text/plain; charset=utf-8");
      assertThat(server.counted()).containsExactlyInAnyOrder("meta verified");

      assertThat(server.get("meta", "app", asked + "fake-verif").status()).isEqualTo(403);
      assertThat(server.get("meta", "app", asked).status()).isEqualTo(403);
      assertThat(server.get("meta", "bare", asked).status()).isEqualTo(403);
      assertThat(
              server
                  .get("meta", "app", "hub.mode=other&hub.challenge=1&hub.verify_token=fake-verify")
                  .status())
          .isEqualTo(403);
      assertThat(
              server.get("meta", "app", "hub.mode=subscribe&hub.verify_token=fake-verify").status())
          .isEqualTo(403);
      assertThat(server.get("meta", "nobody", asked + "fake-verify").status()).isEqualTo(404);
      assertThat(server.get("meta", "app", asked + "%FF").status()).isEqualTo(400);
      assertThat(server.deliveries()).isEmpty();
    }
  }

  @Test
  void shouldRefuseMessagesThatMetaRepeatsNoLonger() throws Exception {
    try (ChannelServer server = ChannelServer.start("2026-01-08T23:59:59Z", ACCOUNT)) {
      assertThat(post(server, "app", BODY, SIGNATURE).status()).isEqualTo(200);
    }
    try (ChannelServer server = ChannelServer.start("2026-01-09T00:00:01Z", ACCOUNT)) {
      assertThat(post(server, "app", BODY, SIGNATURE).status()).isEqualTo(403);
      String both =
          BEFORE
              + MESSAGE
              + ','
              + MESSAGE.replace("1767225600", "1767830400").replace("wamid", "2")
              + AFTER;
      assertThat(post(server, "app", both, signed(both)).status()).isEqualTo(200);
      assertThat(server.counted()).containsExactlyInAnyOrder("meta refused stale", "meta verified");
    }
  }

  private static String signed(String body) {
    return "sha256=" + HexFormat.of().formatHex(KeyedHash.of(SECRET, body));
  }

  private static Described post(ChannelServer server, String account, String body, String signature)
      throws Exception {
    return server.post(
        "meta", account, body.getBytes(StandardCharsets.UTF_8), "x-hub-signature-256", signature);
  }
}
