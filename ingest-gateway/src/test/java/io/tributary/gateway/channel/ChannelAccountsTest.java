package io.tributary.gateway.channel;

import static io.tributary.gateway.kit.ChannelServer.account;
import static io.tributary.gateway.kit.ChannelServer.accounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.kit.ChannelServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChannelAccountsTest {

  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final String UPDATE = "{\"update_id\":1}";
  private static final String BOT = "731fa294d036e54f";

  @Test
  void shouldReadEveryProviderOfTheContract() {
    ChannelAccounts read =
        read(
            "{\"provider\":\"slack\",\"account\":\"main\",\"secrets\":[\"new\",\"old\"],"
                + "\"public_url\":\"https://ingest.example.com\"}",
            "{\"provider\":\"meta\",\"account\":\"main\",\"secrets\":[\"s\"],\"verify_token\":\"v\"}",
            "{\"provider\":\"teams\",\"account\":\"main\",\"app_id\":\"a\",\"openid_url\":"
                + "\"https://login.botframework.com/v1/.well-known/openid-configuration\"}",
            "{\"provider\":\"ses\",\"account\":\"main\",\"topic_arns\":[\"arn:aws:sns:x\"]}",
            "{\"provider\":\"sendgrid\",\"account\":\"main\",\"public_keys\":[\""
                + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpV"
                + "KS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==\"]}",
            "{\"provider\":\"twilio-sms\",\"account\":\"main\",\"account_sid\":\"AC\","
                + "\"secrets\":[\"s\"]}");

    assertThat(read.byName()).hasSize(6);
    assertThat(read.find("slack", "main").orElseThrow().secrets()).hasSize(2);
    assertThat(read.find("ses", "main").orElseThrow().topicArns()).containsExactly("arn:aws:sns:x");
    assertThat(read.find("slack", "other")).isEmpty();
    assertThat(read.find("telegram", "main")).isEmpty();
  }

  @Test
  void shouldRefuseWhatItDoesNotUnderstand() {
    assertRefused("accounts[0].provider must be one of", account("slakc", "main", "s"));
    assertRefused("accounts[0].account must be", account("slack", "a#b", "s"));
    assertRefused("accounts[0].secrets must hold at most 2", account("slack", "a", "1", "2", "3"));
    assertRefused(
        "accounts[1].account must not be given twice",
        account("slack", "a", "1"),
        account("slack", "a", "2"));
    assertRefused(
        "accounts[0].secret is not known",
        "{\"provider\":\"slack\",\"account\":\"a\",\"secret\":\"s\"}");
    for (String secret :
        new String[] {"whsec_%", "whsec_" + "A".repeat(28), "whsec_" + "A".repeat(88)}) {
      assertRefused(
          "accounts[0].secrets[0] must be 24 to 64 bytes in base64",
          account("generic", "a", secret));
    }
    assertRefused(
        "accounts[0].public_keys[0] must be an Ed25519 key",
        "{\"provider\":\"generic\",\"account\":\"a\",\"public_keys\":[\"whpk_AAAA\"]}");
    assertRefused(
        "accounts[0].public_keys[0] must be an elliptic curve's public key",
        "{\"provider\":\"sendgrid\",\"account\":\"a\",\"public_keys\":[\"MFkw\"]}");
    for (String url :
        new String[] {"http://example.com/", "https://", "file:///etc", "https:// x"}) {
      assertRefused(
          "accounts[0].openid_url must be an https URL",
          "{\"provider\":\"teams\",\"account\":\"a\",\"openid_url\":\"" + url + "\"}");
    }
    for (String url :
        new String[] {
          "http://example.com", "https://example.com?a=b", "https://example.com#a", ""
        }) {
      assertRefused(
          "accounts[0].public_url must be an https URL, or an http one of this machine, without a"
              + " query",
          "{\"provider\":\"twilio-sms\",\"account\":\"a\",\"public_url\":\"" + url + "\"}");
    }
  }

  @Test
  void shouldRefuseALiveTokenForAnAccount() {
    for (String provider : new String[] {"telegram", "whapi"}) {
      for (String name :
          new String[] {
            "123456:ABC-DEF1234ghIkl", "731FA294D036E54F", "731fa294d036e54", BOT + "0"
          }) {
        assertRefused(
            "accounts[0].account must be the token's hash, the first 16 hex digits of its SHA-256",
            account(provider, name, "fake"));
      }
      assertThat(read(account(provider, BOT, "fake")).find(provider, BOT)).isPresent();
    }
  }

  /** generic:shop:eu:17 would be an event of either of shop and shop:eu. */
  @Test
  void shouldRefuseANameThatCouldMakeTheEventIdsOfAnother() {
    assertRefused(
        "accounts[0].account must be 1 to 128 printable ASCII characters without # and :",
        account("generic", "shop:eu", "fake"));
    assertThat(read(account("slack", "shop:eu", "fake"), account("generic", "shop")).byName())
        .hasSize(2);
  }

  @Test
  void shouldRefuseASecretThatTelegramCannotHaveBeenGiven() {
    assertThat(read(account("telegram", BOT, "aZ09_-", "a".repeat(256))).byName()).hasSize(1);
    for (String secret : new String[] {"fake secret", "fake:secret", "a".repeat(257)}) {
      assertRefused(
          "accounts[0].secrets[1] must be 1 to 256 characters A-Z, a-z, 0-9, _ and -",
          account("telegram", BOT, "fake", secret));
    }
    assertThat(read(account("whapi", BOT, "fake:secret of whapi")).byName()).hasSize(1);
  }

  @Test
  void shouldNeverShowASecret() {
    assertThat(read(account("slack", "a", "fake-secret")).toString()).doesNotContain("fake-secret");
  }

  @Test
  void shouldRefuseEverythingForAnAccountWithoutASecret() throws Exception {
    try (ChannelServer server =
        ChannelServer.start(
            NOW,
            account("telegram", "0000000000000000"),
            account("telegram", BOT, "", " "),
            account("generic", "blank", ""),
            account("teams", "no-app", "fake"),
            account("slack", "good", "fake"))) {
      for (String name : new String[] {"0000000000000000", BOT}) {
        assertThat(
                server
                    .post("telegram", name, UPDATE, "x-telegram-bot-api-secret-token", " ")
                    .status())
            .isEqualTo(403);
        assertThat(server.post("telegram", name, UPDATE).status()).isEqualTo(403);
      }
      assertThat(server.post("generic", "blank", UPDATE).status()).isEqualTo(403);
      assertThat(server.post("teams", "no-app", UPDATE).status()).isEqualTo(403);
      assertThat(server.told()).allMatch(told -> told.endsWith("refused no_secret")).hasSize(6);
      assertThat(server.accountsWithoutSecret()).isEqualTo(4);
    }
  }

  private static ChannelAccounts read(String... entries) {
    return ChannelAccountsReader.read(accounts(entries).getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String message, String... entries) {
    assertThatThrownBy(() -> read(entries))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.problem().message()).startsWith(message));
  }
}
