package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedSecretChannelTest {

  private static final String NOW = "2026-01-01T00:00:00Z";

  /** Hashes of the bot token 123456:ABC-… and of whapi-token-0001, which accounts are named by. */
  private static final String BOT = "731fa294d036e54f";

  private static final String WHAPI = "4128fdc1786a91f2";

  private static final String UPDATE =
      "{\"update_id\":100,\"message\":{\"message_id\":42,\"from\":{\"id\":123456789,\"is_bot\":false,"
          + "\"first_name\":\"John\"},\"chat\":{\"id\":-1001234567890,\"type\":\"supergroup\"},"
          + "\"date\":1767225600,\"text\":\"/status@t3nets_bot team alpha\",\"entities\":"
          + "[{\"type\":\"bot_command\",\"offset\":0,\"length\":18}]}}";
  private static final String MESSAGE =
      "{\"id\":\"p.w30M7fgwWD4XwHu.g4CA-0001\",\"from_me\":false,\"type\":\"text\",\"chat_id\":"
          + "\"447700900123@s.whatsapp.net\",\"timestamp\":1767225600,\"source\":\"mobile\","
          + "\"text\":{\"body\":\"Hello world\"},\"from\":\"447700900123\",\"from_name\":\"Alex\"}";
  private static final String EVENT =
      "{\"messages\":["
          + MESSAGE
          + "],\"event\":{\"type\":\"messages\",\"event\":\"post\"},"
          + "\"channel_id\":\"CHAN-0001\"}";

  @Test
  void shouldAcceptRequestsWithTheSecret() throws Exception {
    try (ChannelServer server = server()) {
      Described telegram = telegram(server, "fake-one");
      assertThat(telegram.status()).isEqualTo(200);
      assertThat(telegram.body()).isEqualTo("{\"ok\":true}");
      Described whapi = server.post("whapi", WHAPI, EVENT, "X-Whapi-Secret", "fake-two");
      assertThat(whapi.status()).isEqualTo(200);
      assertThat(whapi.body()).isEqualTo("{\"ok\":true}");

      assertThat(server.deliveries())
          .extracting(delivery -> delivery.messages().get(0).eventId())
          .containsExactly(
              Optional.of("telegram:731fa294d036e54f:100"),
              Optional.of("whapi:CHAN-0001:p.w30M7fgwWD4XwHu.g4CA-0001"));
      assertThat(server.deliveries())
          .extracting(delivery -> delivery.messages().get(0).conversationId())
          .containsExactly("tg--1001234567890", "wa-447700900123@s.whatsapp.net");
    }
  }

  @Test
  void shouldAnswer401ToOtherRequests() throws Exception {
    try (ChannelServer server = server()) {
      for (String secret : new String[] {"fake-two", "fake-on", "fake-one1", "FAKE-ONE", " "}) {
        Described answer = telegram(server, secret);
        assertThat(answer.status()).as(secret).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("UNAUTHORIZED");
      }
      assertThat(telegram(server, "").status()).isEqualTo(401);
      assertThat(server.post("whapi", WHAPI, EVENT, "X-Whapi-Secret", "fake-one").status())
          .isEqualTo(401);
      assertThat(
              server
                  .post("whapi", WHAPI, EVENT, "X-Telegram-Bot-Api-Secret-Token", "fake-two")
                  .status())
          .isEqualTo(401);
      assertThat(server.counted())
          .containsExactlyInAnyOrder(
              "telegram refused signature",
              "telegram refused signature",
              "telegram refused signature",
              "telegram refused signature",
              "telegram refused signature",
              "telegram refused unsigned",
              "whapi refused signature",
              "whapi refused unsigned");
      assertThat(server.deliveries()).isEmpty();
    }
  }

  private static ChannelServer server() throws Exception {
    return ChannelServer.start(
        NOW,
        ChannelServer.account("telegram", BOT, "fake-one"),
        ChannelServer.account("whapi", WHAPI, "fake-two"));
  }

  private static Described telegram(ChannelServer server, String secret) throws Exception {
    return server.post("telegram", BOT, UPDATE, "X-Telegram-Bot-Api-Secret-Token", secret);
  }
}
