package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.SnsSigner;
import io.tributary.schemas.key.tenants.ChannelKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SesChannelTest {

  private static final String NOW = "2026-01-01T00:10:00Z";
  private static final String TIME = "2026-01-01T00:00:01.000Z";
  private static final String TOPIC = "arn:aws:sns:eu-west-1:123456789012:inbound-mail";
  private static final String CONFIRM =
      "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37";
  private static final String MAIL =
      "{\"notificationType\":\"Received\",\"mail\":{\"timestamp\":\"2026-01-01T00:00:00.000Z\","
          + "\"source\":\"alex.doe@example.com\",\"messageId\":\"d6iitobk75ur44p8kdnnp7g2n800\"},"
          + "\"receipt\":{\"recipients\":[\"replies@company.example\"],\"action\":{\"type\":\"SNS\"}},"
          + "\"content\":\"From: Alex.Doe@example.com\\r\\n\\r\\nYes\"}";

  private static final String RECIPIENTS = "\"recipients\":[\"Replies@company.example\"]";

  private static SnsSigner signer;

  private ChannelServer server;

  @BeforeAll
  static void generate() throws Exception {
    signer = SnsSigner.named("sns.amazonaws.com");
  }

  @BeforeEach
  void start() throws Exception {
    signer.fail(false);
    server =
        ChannelServer.start(
            signer,
            NOW,
            "{\"provider\":\"ses\",\"account\":\"main\",\"topic_arns\":[\"%s\"],%s}"
                .formatted(TOPIC, RECIPIENTS),
            "{\"provider\":\"ses\",\"account\":\"none\",%s}".formatted(RECIPIENTS));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldAppendAMailOfEitherVersionOfTheSignature() throws Exception {
    for (int version : new int[] {1, 2}) {
      Described answer = post(notification(TOPIC, version));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
    }

    assertThat(server.deliveries()).hasSize(2);
    ProviderMessage message = server.deliveries().get(1).messages().get(0);
    assertThat(message.channel()).isEqualTo(new ChannelKey("email", "replies@company.example"));
    assertThat(message.senderId()).isEqualTo("alex.doe@example.com");
    assertThat(message.eventId()).contains("ses:d6iitobk75ur44p8kdnnp7g2n800");
    assertThat(message.text()).isEqualTo("Yes");
    assertThat(server.counted()).containsExactlyInAnyOrder("ses verified", "ses verified");
  }

  /** It would be lost, and what it is says its body. */
  @Test
  void shouldTakeAMailOfAnyContentType() throws Exception {
    for (String type : new String[] {"", "application/json", "application/octet-stream"}) {
      String mail = notification(TOPIC, 2);
      assertThat(server.post("ses", "main", mail, "content-type", type).status())
          .as(type)
          .isEqualTo(200);
    }
    assertThat(server.deliveries())
        .hasSize(3)
        .allSatisfy(delivery -> assertThat(delivery.messages()).hasSize(1));
  }

  @Test
  void shouldConfirmASubscriptionOfTheAccountsTopic() throws Exception {
    assertThat(post(signer.signed(SnsSigner.subscription(TOPIC, TIME, CONFIRM), 1)).status())
        .isEqualTo(200);
    assertThat(signer.asked()).endsWith(CONFIRM);
    assertThat(server.deliveries()).isEmpty();

    int before = signer.asked().size();
    String other = signer.signed(SnsSigner.subscription(TOPIC + "-2", TIME, CONFIRM), 2);
    assertThat(post(other).status()).isEqualTo(403);
    assertThat(signer.asked()).hasSize(before);
    assertThat(server.counted()).containsExactlyInAnyOrder("ses verified", "ses refused topic");
  }

  /** SNS drops what it is refused, and repeats what fails. */
  @Test
  void shouldHaveItComeAgainAsLongAsThereIsNoTopic() throws Exception {
    String good = notification(TOPIC, 2);
    assertThat(server.post("ses", "none", good, "content-type", "text/plain").status())
        .isEqualTo(503);
    assertThat(server.counted()).containsExactlyInAnyOrder("ses refused no_secret");
    assertThat(server.accountsWithoutSecret()).isEqualTo(1);
  }

  private static String notification(String topic, int version) throws Exception {
    return signer.signed(SnsSigner.notification(topic, TIME, MAIL), version);
  }

  private Described post(String body) throws Exception {
    return server.post("ses", "main", body, "content-type", "text/plain; charset=UTF-8");
  }
}
