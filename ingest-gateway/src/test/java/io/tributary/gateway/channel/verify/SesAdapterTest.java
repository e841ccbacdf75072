package io.tributary.gateway.channel.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.kit.SnsSigner;
import io.tributary.gateway.kit.Webhooks;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SesAdapterTest {

  private static final String NOW = "2026-01-01T01:00:00Z";
  private static final String TIME = "2026-01-01T00:00:00.000Z";
  private static final String TOPIC = "arn:aws:sns:eu-west-1:123456789012:inbound-mail";
  private static final String CONFIRM =
      "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37";

  private static SnsSigner signer;
  private static SnsSigner stranger;

  private final AtomicLong ticks = new AtomicLong();
  private SesAdapter adapter;

  @BeforeAll
  static void generate() throws Exception {
    signer = SnsSigner.named("sns.amazonaws.com");
    stranger = SnsSigner.named("example.com");
  }

  @BeforeEach
  void start() {
    signer.fail(false);
    adapter = of(signer::page);
  }

  private SesAdapter of(Function<URI, CompletableFuture<byte[]>> pages) {
    return new SesAdapter(pages, Webhooks.at(NOW, ticks::get));
  }

  @Test
  void shouldRefuseForgedSignatures() throws Exception {
    String good = signer.signed(mail(), 2);
    for (String[] change :
        new String[][] {
          {"Received", "Bounce"},
          {"22b80b92", "22b80b93"},
          {"Receipt", "receipt"},
          {"00:00:00.000Z", "00:00:01.000Z"},
          {"\"SignatureVersion\":\"2\"", "\"SignatureVersion\":\"1\""},
          {"\"SignatureVersion\":\"2\"", "\"SignatureVersion\":\"3\""},
          {"\"Type\":\"Notification\"", "\"Type\":\"UnsubscribeConfirmation\""},
        }) {
      assertThat(good).contains(change[0]);
      assertRefused(Refusal.SIGNATURE, verify(good.replace(change[0], change[1])));
    }
    assertRefused(Refusal.SIGNATURE, verify(stranger.signed(mail(), 2)));
    assertRefused(Refusal.UNSIGNED, verify(good.replace("\"Signature\"", "\"other\"")));
    assertRefused(Refusal.UNSIGNED, verify("{}"));
    assertRefused(Refusal.UNSIGNED, verify(""));
  }

  /** Its host shows it, but it is somebody else's. */
  @Test
  void shouldRefuseACertificateOfAnotherName() throws Exception {
    adapter = of(stranger::page);
    assertRefused(Refusal.SIGNATURE, verify(stranger.signed(mail(), 2)));
  }

  @Test
  void shouldFetchCertificatesFromTheTopicsRegionAlone() throws Exception {
    String good = signer.signed(mail(), 2);
    int before = signer.asked().size();
    for (String address :
        new String[] {
          "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem",
          "https://sns.eu-west-1.amazonaws.com.evil.example/x.pem",
          "https://evil.example/sns.eu-west-1.amazonaws.com/x.pem",
          "https://sns.eu-west-1.amazonaws.com@evil.example/x.pem",
          "https://sns.eu-west-1.amazonaws.com:8443/x.pem",
          "https://sns.us-east-1.amazonaws.com/x.pem",
          "https://s3.eu-west-1.amazonaws.com/x.pem",
          "https://sns.eu-west-1.amazonaws.com/x.pem",
          "https://sns.eu-west-1.amazonaws.com/a/SimpleNotificationService-1.pem",
          SnsSigner.CERTIFICATE + "?x.pem",
          "file:///etc/x.pem",
        }) {
      assertThat(verify(good.replace(SnsSigner.CERTIFICATE, address)))
          .as(address)
          .isEqualTo(new VerificationResult.Refused(Refusal.UNKNOWN_KEY));
    }
    assertThat(signer.asked()).hasSize(before);
  }

  @Test
  void shouldVerifyWithAKnownCertificateWhileForgedOnesAreFetched() throws Exception {
    List<URI> asked = new ArrayList<>();
    adapter =
        of(
            address -> {
              asked.add(address);
              return asked.size() == 1 ? signer.page(address) : new CompletableFuture<>();
            });
    String good = signer.signed(mail(), 2);
    assertVerified(verify(good));
    for (int i = 0; i < 120; i++) {
      String forged = good.replace("-1.pem", "-a" + i + ".pem");
      CompletableFuture<VerificationResult> unused =
          adapter.verify(account(TOPIC), Webhooks.request(forged.getBytes(StandardCharsets.UTF_8)));
    }

    assertVerified(verify(good));
    assertThat(asked).hasSize(1 + 16);
  }

  @Test
  void shouldTakeMessagesOfTheAccountsTopicsAlone() throws Exception {
    String other = TOPIC + "-2";
    String body = signer.signed(SnsSigner.notification(other, TIME, "{}"), 2);
    int before = signer.asked().size();

    assertRefused(Refusal.TOPIC, verify(body));
    assertThat(signer.asked()).hasSize(before);
    // one reader could see the one topic and another the other
    String twice = body.replace("{\"Signing", "{\"TopicArn\":\"" + TOPIC + "\",\"Signing");
    assertRefused(Refusal.UNSIGNED, verify(twice));
    assertThat(Provider.SES.definition().signature().canVerify(account())).isFalse();
    assertThat(Provider.SES.definition().signature().canVerify(account(TOPIC))).isTrue();
  }

  @Test
  void shouldTakeRepeatsOfAnHourAndNothingOlder() throws Exception {
    for (String fine : new String[] {"2025-12-31T23:55:00.000Z", "2026-01-01T01:05:00.000Z"}) {
      assertVerified(verify(signed(fine)));
    }
    for (String stale : new String[] {"2025-12-31T23:54:59.999Z", "2026-01-01T01:05:00.001Z"}) {
      assertRefused(Refusal.STALE, verify(signed(stale)));
    }
  }

  @Test
  void shouldConfirmNothingThatIsNotOfSns() throws Exception {
    int confirmed = confirmations();
    for (String page :
        new String[] {"http://sns.eu-west-1.amazonaws.com/?x", "https://evil.example/?x"}) {
      assertRefused(
          Refusal.UNKNOWN_KEY, verify(signer.signed(SnsSigner.subscription(TOPIC, TIME, page), 2)));
    }
    String forged =
        signer.signed(SnsSigner.subscription(TOPIC, TIME, CONFIRM), 2).replace("2336", "2337");
    assertRefused(Refusal.SIGNATURE, verify(forged));
    String elsewhere = signer.signed(SnsSigner.subscription(TOPIC + "-2", TIME, CONFIRM), 2);
    assertRefused(Refusal.TOPIC, verify(elsewhere));
    assertThat(confirmations()).isEqualTo(confirmed);
  }

  private static int confirmations() {
    return (int) signer.asked().stream().filter(CONFIRM::equals).count();
  }

  /** SNS drops what it is refused, and repeats what fails. */
  @Test
  void shouldHaveItComeAgainWhenSnsCannotBeAsked() throws Exception {
    signer.fail(true);
    String body = signer.signed(mail(), 2);
    assertThat(verify(body)).isInstanceOf(VerificationResult.Undecided.class);

    signer.fail(false);
    assertThat(verify(body))
        .as("remembered for 5 s")
        .isInstanceOf(VerificationResult.Undecided.class);
    ticks.addAndGet(Duration.ofSeconds(5).toNanos());
    assertVerified(verify(body));

    signer.fail(true);
    assertThat(verify(signer.signed(SnsSigner.subscription(TOPIC, TIME, CONFIRM), 2)))
        .isInstanceOf(VerificationResult.Undecided.class);
  }

  private static Map<String, String> mail() {
    return SnsSigner.notification(TOPIC, TIME, "{\"notificationType\":\"Received\"}");
  }

  private static String signed(String time) throws Exception {
    return signer.signed(SnsSigner.notification(TOPIC, time, "{}"), 2);
  }

  private VerificationResult verify(String body) throws Exception {
    return adapter
        .verify(account(TOPIC), Webhooks.request(body.getBytes(StandardCharsets.UTF_8)))
        .get(1, TimeUnit.MINUTES);
  }

  private static ChannelAccount account(String... topics) {
    return new ChannelAccount(
        new ChannelAccount.Name(Provider.SES, "main"),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(topics),
        Set.of(),
        Optional.empty(),
        Map.of());
  }

  private static void assertVerified(VerificationResult result) {
    assertThat(result).isInstanceOf(VerificationResult.Verified.class);
  }

  private static void assertRefused(Refusal why, VerificationResult result) {
    assertThat(result).isEqualTo(new VerificationResult.Refused(why));
  }
}
