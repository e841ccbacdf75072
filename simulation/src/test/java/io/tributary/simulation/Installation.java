package io.tributary.simulation;

import io.tributary.gateway.FamilyRoutes;
import io.tributary.gateway.admission.ServiceTokenFile;
import io.tributary.gateway.channel.ChannelAccountFile;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Credentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all processes of one pipeline have in common. */
record Installation(
    Set<Family> families,
    Settings settings,
    Framing framing,
    ServiceTokenFile tokens,
    ChannelAccountFile accounts,
    Credentials credentials) {

  /** Nothing asks them: one set serves all runs. */
  static final Meters METERS = new Meters();

  private static final Framing FRAMING = SingleObjectFraming.ofReleases();
  private static final String ADMIN_TOKEN = "fake-admin-token";
  private static final String SERVICE_TOKEN = "fake-service-token";

  /** An account of each provider whose signatures take no time to verify. */
  private static final Credentials CREDENTIALS =
      new Credentials(
          ADMIN_TOKEN,
          SERVICE_TOKEN,
          new TreeMap<>(
              Map.of(
                  "slack/main", "fake-slack-secret",
                  "telegram/a71baeb7681dfdc7", "fake-telegram-secret",
                  "whapi/a4e205a472227260", "fake-whapi-secret",
                  "meta/106540352242922", "fake-meta-secret",
                  "generic/main", "whsec_ZmFrZS1nZW5lcmljLXNlY3JldC1vZi0zMi1ieXRlcw==",
                  "twilio-whatsapp/main", "fake-twilio-token",
                  "twilio-sms/main", "fake-twilio-token")));

  /** A pipeline of those families. */
  static Installation of(Set<Family> families) {
    Settings settings =
        Settings.of(
            Map.of(
                "families",
                families.stream().map(Family::label).sorted().collect(Collectors.joining(",")),
                "admin.token",
                ADMIN_TOKEN,
                "api.key.pepper",
                "fake-pepper",
                "confirmation.key",
                "fake-confirmation-key"));
    return new Installation(
        families,
        settings,
        FRAMING,
        ServiceTokenFile.fixed(tokenFile().getBytes(StandardCharsets.UTF_8), FamilyRoutes.grants()),
        ChannelAccountFile.fixed(accountFile().getBytes(StandardCharsets.UTF_8)),
        CREDENTIALS);
  }

  private static String accountFile() {
    return CREDENTIALS.accounts().entrySet().stream()
        .map(account -> account(account.getKey().split("/", -1), account.getValue()))
        .collect(Collectors.joining(",", "{\"accounts\":[", "]}"));
  }

  private static String account(String[] name, String secret) {
    String twilio =
        ",\"account_sid\":\""
            + CREDENTIALS.accountSid()
            + "\",\"public_url\":\""
            + CREDENTIALS.publicUrl()
            + '"';
    return "{\"provider\":\"%s\",\"account\":\"%s\",\"secrets\":[\"%s\"]%s}"
        .formatted(name[0], name[1], secret, name[0].startsWith("twilio") ? twilio : "");
  }

  private static String tokenFile() {
    String grants =
        Stream.of("tenants", "outreach", "history", "inbox")
            .map(family -> "{\"family\":\"" + family + "\",\"tenant\":\"*\"}")
            .collect(Collectors.joining(","));
    return "{\"tokens\":[{\"name\":\"simulation\",\"sha256\":\""
        + sha256(SERVICE_TOKEN)
        + "\",\"grants\":["
        + grants
        + "]}]}";
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
