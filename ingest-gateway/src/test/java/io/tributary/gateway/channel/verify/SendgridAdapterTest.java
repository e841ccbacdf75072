package io.tributary.gateway.channel.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.PublicKeys;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.channel.ChannelGuard;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.TokenFile;
import io.tributary.gateway.kit.Webhooks;
import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SendgridAdapterTest {

  /** Of the provider's own library. */
  private static final String KEY =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+"
          + "2fNNRaINXvVpiglSI8eNEc6wEA3F+g==";

  private static final String TIME = "1600112502";
  private Instant now = Instant.ofEpochSecond(1600112502);
  private static final String SIGNATURE =
      "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtE"
          + "ZtM=";
  private static final String BODY =
      "[{\"email\":\"hello@world.com\",\"event\":\"dropped\",\"reason\":\"Bounced Address\","
          + "\"sg_event_id\":\"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA\","
          + "\"sg_message_id\":\"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C"
          + "-9.0\",\"smtp-id\":\"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>\","
          + "\"timestamp\":1600112492}]\r\n";

  @Test
  void shouldVerifyTheProvidersExampleAsLongAsTheProviderRepeats() {
    for (String fine : new String[] {"2020-09-14T19:36:42Z", "2020-09-17T20:41:42Z"}) {
      now = Instant.parse(fine);
      assertThat(result(BODY, TIME, SIGNATURE, KEY))
          .isInstanceOf(VerificationResult.Verified.class);
    }
    for (String away : new String[] {"2020-09-14T19:36:41Z", "2020-09-17T20:41:43Z"}) {
      now = Instant.parse(away);
      assertRefused(Refusal.STALE, result(BODY, TIME, SIGNATURE, KEY));
    }
  }

  @Test
  void shouldTakeTwoKeysWhileOneReplacesTheOther() throws Exception {
    KeyPair next = pair();
    String added = text(next);
    assertThat(result(BODY, TIME, SIGNATURE, added, KEY))
        .isInstanceOf(VerificationResult.Verified.class);
    assertThat(result(BODY, TIME, signed(next), KEY, added))
        .isInstanceOf(VerificationResult.Verified.class);
  }

  @Test
  void shouldRefuseOtherSignatures() throws Exception {
    assertRefused(Refusal.SIGNATURE, result(BODY.strip(), TIME, SIGNATURE, KEY));
    assertRefused(Refusal.SIGNATURE, result(BODY, "1600112503", SIGNATURE, KEY));
    assertRefused(Refusal.SIGNATURE, result(BODY, TIME, SIGNATURE, text(pair())));
    assertRefused(Refusal.SIGNATURE, result(BODY, TIME, signed(pair()), KEY));
    assertRefused(Refusal.SIGNATURE, result(BODY, TIME, "AAAA", KEY));
    assertRefused(Refusal.SIGNATURE, result(BODY, TIME, "", KEY));
    assertRefused(Refusal.UNSIGNED, result(BODY, TIME, "no base64", KEY));
    assertRefused(Refusal.UNSIGNED, verify(account(KEY), BODY));
  }

  /** It drops for good what it is refused, but tries for days what is not there yet. */
  @Test
  void shouldHaveItComeAgainAsLongAsThereIsNoKey() throws Exception {
    assertThat(result(BODY, TIME, SIGNATURE)).isInstanceOf(VerificationResult.Undecided.class);

    Path file = TokenFile.create();
    TokenFile.replace(
        file, ChannelServer.accounts("{\"provider\":\"sendgrid\",\"account\":\"main\"}"));
    ReloadableFile<ChannelAccounts> accounts = ChannelAccounts.file(Optional.of(file));
    accounts.start();
    try {
      Meters meters = new Meters();
      ChannelGuard guard =
          new ChannelGuard(Provider.SENDGRID, accounts, new GatewayMetrics(meters), Set.of());
      Optional<Problem> refusal =
          guard.refusal(
              new Principal("anonymous", Set.of()),
              Map.of("account", "main"),
              name -> Optional.empty());
      assertThat(refusal.orElseThrow().status()).isEqualTo(503);
      assertThat(
              meters
                  .counter(GatewayMeter.CHANNEL_REQUESTS_REFUSED, "sendgrid", "no_secret")
                  .count())
          .isEqualTo(1);
    } finally {
      accounts.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
    }
  }

  private VerificationResult result(String body, String time, String signature, String... keys) {
    return verify(
        account(keys),
        body,
        "X-Twilio-Email-Event-Webhook-Signature",
        signature,
        "X-Twilio-Email-Event-Webhook-Timestamp",
        time);
  }

  private VerificationResult verify(ChannelAccount account, String body, String... headers) {
    return ProviderAdapter.of(
            Provider.SENDGRID.definition(),
            page -> new CompletableFuture<>(),
            Webhooks.at(now.toString()))
        .verify(account, Webhooks.request(body.getBytes(StandardCharsets.UTF_8), headers))
        .join();
  }

  private static ChannelAccount account(String... keys) {
    return new ChannelAccount(
        new ChannelAccount.Name(Provider.SENDGRID, "main"),
        List.of(),
        Stream.of(keys).flatMap(key -> PublicKeys.readBase64("EC", key).stream()).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Set.of(),
        Optional.empty(),
        Map.of());
  }

  private static void assertRefused(Refusal why, VerificationResult result) {
    assertThat(result).isEqualTo(new VerificationResult.Refused(why));
  }

  private static KeyPair pair() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static String text(KeyPair pair) {
    return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
  }

  private static String signed(KeyPair pair) throws Exception {
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(pair.getPrivate());
    signer.update((TIME + BODY).getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(signer.sign());
  }
}
