package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.SendgridSigner;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelEndpointTest {

  private static final String[] SECRET = {"x-telegram-bot-api-secret-token", "fake"};
  private static final String BOT = "731fa294d036e54f";
  private static final String UPDATE =
      "{\"update_id\":1,\"message\":{\"message_id\":1,\"from\":{\"id\":2},\"chat\":{\"id\":3},"
          + "\"date\":1767225600,\"text\":\"hi\"}}";

  private ChannelServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        ChannelServer.start("2026-01-01T00:00:00Z", ChannelServer.account("telegram", BOT, "fake"));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void shouldGiveTheAnswerOfTheFamily() throws Exception {
    server.answerInstead(Problem.unavailable("not known to be stored"));

    assertThat(post(UPDATE).status()).isEqualTo(503);
    assertThat(server.deliveries()).hasSize(1);
  }

  /** Some providers sign the URL, and any other notation of it is another URL. */
  @Test
  void shouldKeepPathAndQuery() throws Exception {
    String target = BOT.replace("7", "%37") + "?a=%2B+%2b&&a=&b";

    assertThat(server.post("telegram", target, UPDATE, SECRET).status()).isEqualTo(200);
    assertThat(server.deliveries().get(0).request().target())
        .isEqualTo("/v1/channels/telegram/" + target);
  }

  @Test
  void shouldTakeNoSecretOfTwo() throws Exception {
    Described answer = server.post("telegram", BOT, UPDATE, SECRET[0], "fake", SECRET[0], "other");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo(SECRET[0]);
  }

  @Test
  void shouldNameTheHeaderOfAnotherType() throws Exception {
    for (String type :
        new String[] {"text/plain", "application/jsonp", "application/x-www-form-urlencoded", ""}) {
      Described answer = typed(type);
      assertThat(answer.status()).as(type).isEqualTo(400);
      assertThat(answer.error()).isEqualTo("INVALID_FORMAT");
      assertThat(answer.json().path("field").asText()).isEqualTo("Content-Type");
    }
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldNameErrorsOfVerifiedBodiesOnly() throws Exception {
    for (String body : new String[] {"", "{", "[]", "null", UPDATE + UPDATE, "{\"a\":1,\"a\":1}"}) {
      Described answer = post(body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.error()).isEqualTo("INVALID_FORMAT");
      assertThat(server.post("telegram", BOT, body).status()).isEqualTo(401);
    }
    assertThat(post("{").json().path("field").asText()).isEqualTo("body");
    assertThat(post("{").json().path("message").asText())
        .isEqualTo("body must be well-formed JSON");
    assertThat(post("{\"a\":1,\"a\":1}").json().path("field").asText()).isEqualTo("a");
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldAppendAnUnreadableVerifiedBodyAndAnswer200() throws Exception {
    Described answer = post("{\"message\":{}}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"ok\":true}");
    assertThat(server.deliveries()).hasSize(1);
    assertThat(server.deliveries().get(0).messages()).isEmpty();
    assertThat(server.deliveries().get(0).malformed())
        .extracting(MalformedEvent::reason)
        .containsExactly("update_id must be text or an integer");
    assertThat(server.counted())
        .containsExactlyInAnyOrder("telegram verified", "telegram malformed");
  }

  @Test
  void shouldRefuseTenMegabytesBeforeTheyAreRead() throws Exception {
    byte[] body = new byte[10 * 1024 * 1024];
    assertThat(server.post("telegram", BOT, body, SECRET).status()).isEqualTo(413);
    assertThat(server.post("telegram", BOT, body).status()).isEqualTo(401);
    assertThat(server.inflightBytes()).isZero();
    assertThat(server.counted()).containsExactlyInAnyOrder("telegram refused unsigned");
  }

  /** Who proves nothing gets no byte of memory; a head says so for all whose bodies are large. */
  @Test
  void shouldRefuseUnsignedRequestsBeforeTheirBody() throws Exception {
    Map<String, String> signedBy = new TreeMap<>();
    signedBy.put("slack", "X-Slack-Request-Timestamp: 1\r\n");
    signedBy.put("telegram", "");
    signedBy.put("meta", "");
    signedBy.put("sendgrid", "X-Twilio-Email-Event-Webhook-Timestamp: 1\r\n");
    signedBy.put("twilio-sms", "");
    try (ChannelServer others =
        ChannelServer.start(
            "2026-01-01T00:00:00Z",
            ChannelServer.account("slack", "main", "fake"),
            ChannelServer.account("telegram", "main", "fake").replace("main", BOT),
            ChannelServer.account("meta", "main", "fake"),
            new SendgridSigner().account("main"),
            ChannelServer.account("twilio-sms", "main", "fake")
                .replace("}", ",\"public_url\":\"https://ingest.example.com\"}"))) {
      for (Map.Entry<String, String> signed : signedBy.entrySet()) {
        String account = signed.getKey().equals("telegram") ? BOT : "main";
        try (RawConnection connection = new RawConnection(others.port())) {
          connection.send(
              "POST /v1/channels/%s/%s HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n%s\r\n"
                  .formatted(signed.getKey(), account, signed.getValue()));
          await().until(() -> connection.received().contains("\r\n\r\n"));
          assertThat(connection.received())
              .startsWith("HTTP/1.1 " + (signed.getKey().equals("telegram") ? "401" : "403") + ' ');
        }
      }
      assertThat(others.counted())
          .containsExactlyInAnyOrderElementsOf(
              signedBy.keySet().stream().map(name -> name + " refused unsigned").toList());
    }
  }

  @Test
  void shouldSurviveJsonBombs() throws Exception {
    String deep = "{\"update_id\":1,\"x\":" + "[".repeat(500_000) + "]".repeat(500_000) + "}";
    String wide = "{\"update_id\":1,\"x\":[" + "0,".repeat(500_000) + "0]}";
    String number = "{\"update_id\":" + "9".repeat(1_000_000) + "}";
    for (String bomb : new String[] {deep, wide, number}) {
      assertThat(post(bomb).status()).isEqualTo(400);
    }
    assertThat(post("{\"update_id\":1e999999999}").status()).isEqualTo(200);
    assertThat(server.deliveries()).allMatch(delivery -> delivery.messages().isEmpty());
    assertThat(post(UPDATE).status()).isEqualTo(200);
    assertThat(server.inflightBytes()).isZero();
  }

  @Test
  void shouldReportEveryReasonToOperators() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "use", "channels", "README.md"));
    for (Refusal refusal : Refusal.values()) {
      assertThat(page).contains("`" + refusal.label() + "`");
    }
  }

  @Test
  void shouldHaveRoutesOfProvidersThatAFamilyTakes() {
    Channels channels =
        new Channels(
            1,
            ChannelAccounts.file(Optional.empty()),
            new GatewayMetrics(new Meters()),
            RuntimeContext.system());

    ChannelIntake taker = delivery -> CompletableFuture.completedFuture(delivery.success());
    Set<Provider> taken = Set.of(Provider.SLACK, Provider.META, Provider.SENDGRID);

    assertThat(channels.routes(provider -> Optional.empty())).isEmpty();
    assertThat(
            channels.routes(provider -> Optional.of(taker).filter(any -> taken.contains(provider))))
        .extracting(route -> route.method() + ' ' + route.path() + ' ' + route.bodyLimit())
        .containsExactlyInAnyOrder(
            "POST /v1/channels/slack/{account} 1",
            "POST /v1/channels/meta/{account} 4",
            "POST /v1/channels/sendgrid/{account} 31457280",
            "GET /v1/channels/meta/{account} 0");
  }

  private Described typed(String type) throws Exception {
    return server.post("telegram", BOT, UPDATE, SECRET[0], SECRET[1], "content-type", type);
  }

  private Described post(String body) throws Exception {
    return server.post("telegram", BOT, body, SECRET);
  }
}
