package io.tributary.gateway.channel.account;

import static io.tributary.gateway.kit.ChannelServer.account;
import static io.tributary.gateway.kit.ChannelServer.accounts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.SendgridSigner;
import io.tributary.gateway.kit.TokenFile;
import io.tributary.gateway.kit.TwilioSigner;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.KeyedHash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChannelAccountsTest {

  private static final String SLACK =
      "{\"type\":\"event_callback\",\"team_id\":\"MINE\",\"event_id\":\"E\",\"event\":{\"type\":"
          + "\"message\",\"channel\":\"C\",\"user\":\"U\",\"text\":\"hi\",\"ts\":\"1.2\"}}";
  private static final String META =
      "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":\"messages\","
          + "\"value\":{\"metadata\":{\"phone_number_id\":\"MINE\"},\"messages\":[{\"from\":\"1\","
          + "\"id\":\"w\",\"timestamp\":\"1767225600\",\"type\":\"text\",\"text\":{\"body\":\"hi\"}"
          + "}]}}]}]}";
  private static final String SMS =
      "SmsStatus=received&Body=hi&To=MINE&MessageSid=SM1&From=%2B447700900123&AccountSid="
          + TwilioSigner.ACCOUNT_SID;
  private static final byte[] MAIL =
      SendgridSigner.form(
          "envelope",
          "{\"to\":[\"MINE\"],\"from\":\"b@example.com\"}",
          "headers",
          "From: b@example.com\nMessage-ID: <1@example.com>",
          "text",
          "hi");

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
    assertThat(read.find(Provider.SLACK, "main").orElseThrow().secrets()).hasSize(2);
    assertThat(read.find(Provider.SES, "main").orElseThrow().topicArns())
        .containsExactly("arn:aws:sns:x");
    assertThat(read.find(Provider.SLACK, "other")).isEmpty();
    assertThat(read.find(Provider.TELEGRAM, "main")).isEmpty();
  }

  @Test
  void shouldRefuseUnknownExpressions() {
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
  void shouldReadTheCompaniesOfNumbersAndMailboxes() {
    ChannelAccounts read =
        read(
            with("phone_numbers", "+447700900999", account("twilio-sms", "a"))
                .replace("}", ",\"company_id\":\"acme\"}"),
            "{\"provider\":\"sendgrid\",\"account\":\"a\",\"companies\":[{\"company_id\":\"acme\","
                + "\"recipients\":[\"@Acme.example\"]},{\"company_id\":\"umbrella\","
                + "\"recipients\":[\"u@acme.example\"]}]}");

    assertThat(read.maySend("acme", "sms", "+447700900999")).isTrue();
    assertThat(read.maySend("umbrella", "sms", "+447700900999")).isFalse();
    assertThat(read.maySend("umbrella", "sms", "+447700900998")).isTrue();
    assertThat(read.maySend("umbrella", "whatsapp", "+447700900999")).isTrue();
    assertThat(read.maySend("umbrella", "email", "x@acme.example")).isFalse();
    assertThat(read.maySend("umbrella", "email", "u@acme.example")).isTrue();
    assertThat(read.maySend("acme", "email", "u@acme.example")).isFalse();
    assertThat(read.maySend("umbrella", "email", "x@sub.acme.example")).isTrue();

    ChannelAccounts unlisted =
        read(
            account("ses", "a").replace("}", ",\"company_id\":\"acme\"}"),
            account("twilio-sms", "a"));
    assertThat(unlisted.maySend("acme", "email", "a@b.example")).isTrue();
    assertThat(unlisted.maySend("umbrella", "email", "a@b.example")).isFalse();
    assertThat(unlisted.maySend("umbrella", "sms", "+447700900999")).isTrue();
    String umbrella = ",\"companies\":[{\"company_id\":\"umbrella\"";
    assertRefused(
        "accounts[1].company_id must be the same in all accounts",
        with("recipients", "@acme.example", account("ses", "a"))
            .replace("}", ",\"company_id\":\"acme\"}"),
        with("recipients", "@acme.example", account("sendgrid", "a")));
    assertRefused(
        "accounts[0].company_id must not be given beside companies",
        account("ses", "a")
            .replace("}", ",\"company_id\":\"a\"" + umbrella + ",\"recipients\":[\"@a.b\"]}]}"));
    assertRefused(
        "accounts[0].companies[0].recipients is required",
        account("ses", "a").replace("}", umbrella + "}]}"));
    assertRefused(
        "accounts[0].company_id is not known",
        account("slack", "a").replace("}", ",\"company_id\":\"a\"}"));
  }

  /** A signature proves the account; the body names the channel. */
  @Test
  void shouldRefuseMessagesOfChannelsThatAreNotTheAccounts() throws Exception {
    SendgridSigner mail = new SendgridSigner();
    try (ChannelServer server =
        ChannelServer.start(
            NOW,
            with("team_ids", "T1", account("slack", "main", "fake")),
            with("team_ids", "T2", account("slack", "other", "fake")),
            account("meta", "main", "fake"),
            account("whapi", BOT, "fake"),
            with("phone_numbers", "+44 7700 900999", TwilioSigner.account("twilio-sms", "main")),
            with("recipients", "@Company.example", mail.account("main")))) {
      for (String[] sent :
          new String[][] {
            {"slack", SLACK, "T1", "T2"},
            {"slack", SLACK.replace("\"U\"", "{}"), "T1", "T2"},
            {"slack", SLACK.replace("\"message\"", "\"app_mention\""), "T1", "T2"},
            {"meta", META.replace("\"messages\":[", "\"statuses\":["), "11", BOT},
            {"meta", META, "11", BOT},
            {"twilio-sms", SMS, "%2B447700900999", "%2B447700900998"},
            {"sendgrid", new String(MAIL, UTF_8), "a@company.example", "a@acme.example"}
          }) {
        assertThat(post(server, mail, sent[0], sent[1].replace("MINE", sent[2])))
            .as(sent[1])
            .isEqualTo(200);
        assertThat(post(server, mail, sent[0], sent[1].replace("MINE", sent[3])))
            .as(sent[1])
            .isEqualTo(403);
        assertThat(server.counted()).contains(sent[0] + " refused recipient");
      }
      assertThat(server.deliveries()).hasSize(5);
    }
  }

  private static int post(ChannelServer server, SendgridSigner mail, String provider, String body)
      throws Exception {
    byte[] bytes = body.getBytes(UTF_8);
    Secret secret = new Secret("fake");
    String[] headers =
        switch (provider) {
          case "slack" ->
              new String[] {
                "x-slack-request-timestamp",
                "1767225600",
                "x-slack-signature",
                "v0="
                    + HexFormat.of()
                        .formatHex(KeyedHash.of(secret.reveal(), "v0:1767225600:" + body))
              };
          case "meta" ->
              new String[] {
                "x-hub-signature-256",
                "sha256=" + HexFormat.of().formatHex(KeyedHash.of(secret.reveal(), body))
              };
          case "sendgrid" -> mail.headers(bytes);
          default -> TwilioSigner.form(provider + "/main", body);
        };
    return server.post(provider, "main", bytes, headers).status();
  }

  @Test
  void shouldAskForTheChannelsOfEachOfTwoAccounts() {
    String[] slack = {account("slack", "a", "1"), account("slack", "b", "2")};
    assertRefused("accounts[0].team_ids must list the account's channels", slack);
    assertRefused("accounts[1].team_ids must list", with("team_ids", "T1", slack[0]), slack[1]);
    assertRefused(
        "accounts[0].recipients[0] must be an e-mail address, or @ and a domain",
        with("recipients", "company.example", "{\"provider\":\"ses\",\"account\":\"a\"}"));
    assertRefused(
        "accounts[0].team_ids is not known", with("team_ids", "T1", account("meta", "a", "1")));
    assertThat(read(TwilioSigner.account("twilio-sms", "a"), slack[0], account("meta", "a", "1")))
        .isNotNull();
  }

  private static String with(String member, String id, String account) {
    return account.replaceFirst("}$", ",\"" + member + "\":[\"" + id + "\"]}");
  }

  @Test
  void shouldRefuseALiveTokenForAnAccount() {
    for (Provider provider : List.of(Provider.TELEGRAM, Provider.WHAPI)) {
      for (String name :
          new String[] {
            "123456:ABC-DEF1234ghIkl", "731FA294D036E54F", "731fa294d036e54", BOT + "0"
          }) {
        assertRefused(
            "accounts[0].account must be the token's hash, the first 16 hex digits of its SHA-256",
            account(provider.label(), name, "fake"));
      }
      assertThat(read(account(provider.label(), BOT, "fake")).find(provider, BOT)).isPresent();
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
  void shouldRefuseAFileWithSecretsThatOthersCanRead() throws Exception {
    Path file = TokenFile.create();
    ReloadableFile<ChannelAccounts> read = ChannelAccounts.file(Optional.of(file));
    TokenFile.replace(file, accounts(account("slack", "a", "fake")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(read::start).hasMessageContaining("chmod o=");

    TokenFile.replace(file, accounts());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    read.start();
    try {
      TokenFile.replace(file, accounts(account("slack", "a", "fake")));
      await().until(() -> read.content().find(Provider.SLACK, "a").isPresent());
    } finally {
      read.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
    }
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
      assertThat(server.counted())
          .allMatch(counted -> counted.endsWith("refused no_secret"))
          .hasSize(6);
      assertThat(server.accountsWithoutSecret()).isEqualTo(4);
    }
  }

  private static ChannelAccounts read(String... entries) {
    return ChannelAccountsReader.read(accounts(entries).getBytes(UTF_8));
  }

  private static void assertRefused(String message, String... entries) {
    assertThatThrownBy(() -> read(entries))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.problem().message()).startsWith(message));
  }
}
