package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.ProviderAccount;

/** Channel providers of a demonstration: each shows that it knows the secret of its account. */
record DemoChannels(DemoClient client) {

  /** A bot's account is named by the hash of its token. */
  static final String BOT = "de305d54d3b0c0de";

  private static final String SIGNING_SECRET = "fake-slack-signing-secret";
  private static final String SECRET_TOKEN = "fake-telegram-secret-token";
  private static final String APP_SECRET = "fake-meta-app-secret";

  /** The accounts as the gateway reads them, without the brackets. */
  static final String ACCOUNTS =
      """
      {"provider": "slack", "account": "main", "secrets": ["%s"]},
      {"provider": "telegram", "account": "%s", "secrets": ["%s"]},
      {"provider": "meta", "account": "main", "secrets": ["%s"], "verify_token": "fake-token"}
      """
          .formatted(SIGNING_SECRET, BOT, SECRET_TOKEN, APP_SECRET);

  void slack(String body) throws InterruptedException {
    deliver(ProviderAccount.of(ProviderAccount.SLACK, "main", SIGNING_SECRET), body);
  }

  void telegram(String body) throws InterruptedException {
    deliver(ProviderAccount.of(ProviderAccount.TELEGRAM, BOT, SECRET_TOKEN), body);
  }

  void meta(String body) throws InterruptedException {
    deliver(ProviderAccount.of(ProviderAccount.META, "main", APP_SECRET), body);
  }

  private void deliver(ProviderAccount account, String body) throws InterruptedException {
    Call call = account.signed(client.now(), body);
    JsonNode answer = client.webhook(call);
    if (!answer.isMissingNode() && !answer.equals(client.object().put("ok", true))) {
      throw new DemoFailedException(call + " was answered " + answer);
    }
  }
}
