package io.tributary.harness.channel;

import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.traffic.channel.Providers;
import java.time.InstantSource;
import java.util.Map;

/**
 * Requests of the providers for the accounts that every pipeline of the tests has, signed now. They
 * are sent again after a 5xx or no answer, as providers do.
 */
public final class SignedWebhooks {

  static final Providers PROVIDERS =
      new Providers(ChannelAccounts.CREDENTIALS, InstantSource.system());

  private static final int ATTEMPTS = 60;

  private SignedWebhooks() {}

  /** Of Slack. */
  public static Upload slack(String body) {
    return Upload.of(PROVIDERS.json("slack", ChannelAccounts.MAIN, body));
  }

  /** Of Telegram. */
  public static Upload telegram(String body) {
    return Upload.of(PROVIDERS.json("telegram", ChannelAccounts.TELEGRAM, body));
  }

  /** Of Whapi. */
  public static Upload whapi(String body) {
    return Upload.of(PROVIDERS.json("whapi", ChannelAccounts.WHAPI, body));
  }

  /** Of Meta. */
  public static Upload meta(String body) {
    return Upload.of(PROVIDERS.json("meta", ChannelAccounts.MAIN, body));
  }

  /** By Standard Webhooks. */
  public static Upload generic(String id, String body) {
    return Upload.of(PROVIDERS.generic(ChannelAccounts.GENERIC, id, body));
  }

  /** Of Teams: a token of the Bot Framework. */
  public static Upload teams(String account, String token, String body) {
    return new Upload(
        "/v1/channels/teams/" + account,
        Map.of("Authorization", "Bearer " + token, "Content-Type", "application/json"),
        body,
        ATTEMPTS);
  }
}
