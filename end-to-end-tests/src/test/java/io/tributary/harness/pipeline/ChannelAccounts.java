package io.tributary.harness.pipeline;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of channel accounts, which can change while gateways read it. From the start it has one
 * account of each provider but Teams.
 */
public final class ChannelAccounts {

  /** The account of providers whose channels the bodies name. */
  public static final String MAIN = "main";

  /** The accounts of telegram and whapi are hashes of tokens, and name the channel. */
  public static final String TELEGRAM = "731fa294d036e54f";

  public static final String WHAPI = "5d41402abc4b2a76";
  public static final String GENERIC = "crm";
  public static final String SLACK_SECRET = "fake-slack-signing-secret";
  public static final String TELEGRAM_SECRET = "fake-telegram-secret-token";
  public static final String WHAPI_SECRET = "fake-whapi-secret";
  public static final String META_SECRET = "fake-meta-app-secret";
  public static final String META_TOKEN = "fake-meta-verify-token";

  /** Base64 of {@code fake-generic-secret-for-tests}. */
  public static final String GENERIC_SECRET = "whsec_ZmFrZS1nZW5lcmljLXNlY3JldC1mb3ItdGVzdHM=";

  /** Where providers think that gateways are; Twilio signs it. */
  public static final String PUBLIC_URL = "https://ingest.example.com";

  public static final String TWILIO_TOKEN = "fake-twilio-auth-token";
  public static final String TWILIO_SID = "AC00000000000000000000000000000001";

  /** What SendGrid signs with, made for this process. */
  public static final KeyPair SENDGRID_KEYS = keys();

  public static final String SES_TOPIC = "arn:aws:sns:eu-west-1:123456789012:inbound-mail";

  private final Path file;
  private final Map<String, String> entries = new LinkedHashMap<>();

  ChannelAccounts(Path folder) {
    file = folder.resolve("channel-accounts.json");
    putSecret("slack", MAIN, SLACK_SECRET);
    putSecret("telegram", TELEGRAM, TELEGRAM_SECRET);
    putSecret("whapi", WHAPI, WHAPI_SECRET);
    putSecret("generic", GENERIC, GENERIC_SECRET);
    put(
        "meta",
        MAIN,
        "\"secrets\":[\"%s\"],\"verify_token\":\"%s\"".formatted(META_SECRET, META_TOKEN));
    for (String provider : List.of("twilio-whatsapp", "twilio-sms")) {
      put(
          provider,
          MAIN,
          "\"secrets\":[\"%s\"],\"public_url\":\"%s\",\"account_sid\":\"%s\""
              .formatted(TWILIO_TOKEN, PUBLIC_URL, TWILIO_SID));
    }
    put(
        "sendgrid",
        MAIN,
        "\"public_keys\":[\"%s\"]"
            .formatted(Base64.getEncoder().encodeToString(SENDGRID_KEYS.getPublic().getEncoded())));
    put("ses", MAIN, "\"topic_arns\":[\"" + SES_TOPIC + "\"]");
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  Path file() {
    return file;
  }

  /** Puts an account with one secret. */
  public void putSecret(String provider, String account, String secret) {
    put(provider, account, "\"secrets\":[\"" + secret + "\"]");
  }

  /** Puts an account in place of all others. */
  public void putOnly(String provider, String account, String members) {
    entries.clear();
    put(provider, account, members);
  }

  /**
   * Puts an account, which gateways know a little later.
   *
   * @param members JSON members without braces, beside provider and account
   */
  public void put(String provider, String account, String members) {
    entries.put(
        provider + "/" + account,
        "{\"provider\":\"%s\",\"account\":\"%s\",%s}".formatted(provider, account, members));
    SecretsFile.replace(file, "{\"accounts\":[" + String.join(",", entries.values()) + "]}\n");
  }
}
