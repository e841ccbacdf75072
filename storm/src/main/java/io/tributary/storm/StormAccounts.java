package io.tributary.storm;

import io.tributary.traffic.Credentials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Tokens and channel accounts of every storm; none of them is a secret. */
final class StormAccounts {

  private static final Map<String, String> ACCOUNTS =
      Map.of(
          "slack/main", "fake-slack-signing-secret",
          "telegram/731fa294d036e54f", "fake-telegram-secret-token",
          "whapi/5d41402abc4b2a76", "fake-whapi-secret",
          "meta/main", "fake-meta-app-secret",
          "generic/crm", "whsec_ZmFrZS1nZW5lcmljLXNlY3JldC1mb3ItdGVzdHM=",
          "twilio-whatsapp/main", "fake-twilio-auth-token",
          "twilio-sms/main", "fake-twilio-auth-token");

  private StormAccounts() {}

  static Secrets write(Path folder) throws IOException {
    Credentials credentials =
        new Credentials(
            "fake-admin-token-of-a-storm-only", "fake-service-token-of-a-storm", ACCOUNTS);
    return Secrets.in(folder, credentials, file());
  }

  private static String file() {
    StringBuilder json = new StringBuilder("{\"accounts\":[");
    String comma = "";
    for (Map.Entry<String, String> each : ACCOUNTS.entrySet()) {
      String provider = each.getKey().substring(0, each.getKey().indexOf('/'));
      String account = each.getKey().substring(provider.length() + 1);
      json.append(comma)
          .append("{\"provider\":\"%s\",\"account\":\"%s\"".formatted(provider, account))
          .append(",\"secrets\":[\"%s\"]%s}".formatted(each.getValue(), more(provider)));
      comma = ",";
    }
    return json.append("]}").toString();
  }

  private static String more(String provider) {
    return switch (provider) {
      case "meta" -> ",\"verify_token\":\"fake-meta-verify-token\"";
      case "twilio-whatsapp", "twilio-sms" -> ",\"public_url\":\"https://ingest.example.com\"";
      default -> "";
    };
  }
}
