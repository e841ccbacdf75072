package io.tributary.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.SampleDevices;
import io.tributary.gateway.kit.SampleReadings;
import io.tributary.gateway.kit.SendgridSigner;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.TwilioSigner;
import io.tributary.gateway.pages.DocumentationRoutes;
import io.tributary.gateway.pages.HealthRoutes;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each kind of credential before each route of the catalogue, with each form of an id. */
class RightsTest {

  private static final String TOKEN = "a".repeat(32);
  private static final String DEVICE = SampleDevices.HARDWARE_ID;
  private static final String ACME = "\"org_id\":\"acme\"";
  private static final String GLOBEX = "\"org_id\":\"globex\",\"tenant_id\":\"eu\"";

  /** Names of tenants, of which no refusal tells. */
  private static final List<String> TENANTS = List.of("acme", "umbrella", "globex", "ci-");

  /** Segments of a path: spellings of ids that no credential of the test has. */
  private static final List<String> PATHS =
      List.of(
          "hooli",
          "ACME",
          "Acme",
          "acme%20",
          "%20acme",
          "acme%2Feu",
          "acme%2F..%2Fhooli",
          "*",
          "%2A",
          "acme%23b",
          "acme%00",
          "acme%0A",
          "..",
          "%2e%2e",
          ".",
          "acm%C3%A9",
          "%D0%B0cme",
          "acme%E2%80%8B",
          "%EF%BB%BFacme",
          "acme.",
          "acme;x",
          "acme%3Bx",
          "acme%3Fx",
          "acme%2Chooli",
          "null",
          "%2561cme",
          "acme%C2%A0",
          "acme%EF%BC%83",
          "acme%2523b",
          "acme,hooli",
          "a".repeat(129));

  /** The same in a JSON string. */
  private static final List<String> TEXTS =
      List.of(
          "hooli",
          "ACME",
          "acme ",
          " acme",
          "acme/eu",
          "acme\\/eu",
          "*",
          "\\u002a",
          "acme#b",
          "acme\\u0000",
          "acme\\n",
          "..",
          "",
          "acm\\u00e9",
          "\\u0430cme",
          "acme\\u200b",
          "\\ufeffacme",
          "acme,hooli",
          "a".repeat(600));

  private static final List<String> HISTORIES =
      List.of(
          "\"org_id\":\"globex\"",
          "\"org_id\":\"globex\",\"tenant_id\":null",
          "\"org_id\":\"globex\",\"tenant_id\":\"us\"",
          "\"org_id\":\"globex\",\"tenant_id\":\"eu/x\"",
          "\"org_id\":\"globex\",\"tenant_id\":\"*\"",
          "\"org_id\":\"globex/eu\"",
          "\"org_id\":\"acme\",\"tenant_id\":\"eu\"",
          "\"org_id\":null",
          "\"org_id\":[\"acme\"]",
          "\"org_id\":\"acme\",\"org_id\":\"globex\"",
          "\"user_name\":\"u\"");

  private static final List<String> DEVICES =
      List.of(
          "AA:BB:CC:DD:EE:FF",
          "24:6F:28:AE:52:7D",
          "24-6F-28-AE-52-7C",
          DEVICE + " ",
          "*",
          "",
          DEVICE + "\\u0000",
          DEVICE + ":00",
          "24:6F:28:AE:52");

  /** A route's right, by whose credential it asks for. */
  private enum Right {
    OPEN,
    DEVICE,
    ADMIN,
    HISTORY,
    INBOX,
    TENANTS,
    OUTREACH,
    SIGNED,
    NONE
  }

  /**
   * A sender.
   *
   * @param own an id that it may use
   * @param bound true if it may use no other
   * @param headers name and value by turns
   */
  private record Credential(
      String name, Right right, String own, boolean bound, List<String> headers) {

    static Credential bearer(Right right, String own, boolean bound, String token) {
      return new Credential(token, right, own, bound, List.of("Authorization", "Bearer " + token));
    }

    static Credential none(String... headers) {
      return new Credential(List.of(headers).toString(), Right.NONE, "", false, List.of(headers));
    }
  }

  /** A line of {@code rights.txt}. */
  private record Row(String route, Right right, String path, String body) {

    static Row parse(String line) {
      String[] parts = (line + " | ").split(" \\| ", -1);
      return new Row(parts[0], Right.valueOf(parts[1]), parts[2], parts[3]);
    }

    boolean admits(Credential credential) {
      return right == Right.OPEN || right == credential.right();
    }

    String body(String id) {
      return switch (body) {
        case "READING" -> SampleReadings.request(SampleReadings.reading(id, id + "-1"));
        case "REGISTRATION" -> SampleDevices.registration(id);
        default -> body.replace("<id>", id);
      };
    }

    Stream<String> foreign(String own) {
      return switch (right) {
        case DEVICE -> DEVICES.stream();
        case HISTORY ->
            Stream.concat(
                    HISTORIES.stream(), TEXTS.stream().map(text -> "\"org_id\":\"" + text + '"'))
                .filter(form -> !form.equals(own));
        default ->
            (path.contains("<id>") ? PATHS : TEXTS).stream().map(form -> form.replace("acme", own));
      };
    }
  }

  @AutoClose
  private final TestGateway gateway =
      TestGateway.start(
          HttpLimits.of(Duration.ofSeconds(5)),
          Stream.concat(HealthRoutes.of(List::of).stream(), DocumentationRoutes.all().stream())
              .toArray(HttpRoute[]::new));

  @AutoClose private final ChannelServer channels;
  private final ApiClient api = new ApiClient(gateway.port());
  private final List<Row> rows;
  private final JsonNode spare;
  private int attempts;

  RightsTest() throws Exception {
    spare = key();
    channels = ChannelServer.start("2026-01-01T00:00:00Z", accounts());
    try (Stream<String> lines = Files.lines(Path.of("src/test/resources/rights.txt"))) {
      rows = lines.filter(line -> !line.startsWith("#")).map(Row::parse).toList();
    }
  }

  private static String[] accounts() throws Exception {
    return new String[] {
      ChannelServer.account("slack", "main", "fake"),
      "{\"provider\":\"teams\",\"account\":\"main\",\"app_id\":\"00000000-0000-0000-0000-000000000001\"}",
      ChannelServer.account("telegram", "731fa294d036e54f", "fake"),
      ChannelServer.account("whapi", "b5d54c39e66671c9", "fake"),
      "{\"provider\":\"meta\",\"account\":\"main\",\"secrets\":[\"fake\"],\"verify_token\":\"fake\"}",
      ChannelServer.account("generic", "main", "whsec_ZmFrZS1zZWNyZXQtb2YtdGVzdHMtMzItYnl0ZXM="),
      TwilioSigner.account("twilio-whatsapp", "main"),
      TwilioSigner.account("twilio-sms", "main"),
      new SendgridSigner().account("main"),
      "{\"provider\":\"ses\",\"account\":\"main\",\"topic_arns\":[\"arn:aws:sns:eu-west-1:123456789012:mail\"],\"recipients\":[\"@a.example\"]}"
    };
  }

  @Test
  void shouldHaveARowForEachRoute() {
    Settings settings =
        Settings.of(
            Map.of("admin.token", TOKEN, "api.key.pepper", TOKEN, "confirmation.key", "made-up"));

    assertThat(rows)
        .extracting(Row::route)
        .containsExactlyInAnyOrderElementsOf(
            new IngestPipeline(settings, RuntimeContext.system(), Meters.withJvm())
                .routes().all().stream()
                    .map(route -> route.method() + ' ' + route.path())
                    .toList());
  }

  @Test
  void shouldAdmitEachCredentialToItsOwnAlone() throws Exception {
    List<Credential> credentials = credentials();
    for (Row row : rows) {
      List<Integer> admitted = new ArrayList<>();
      for (Credential credential : credentials) {
        if (row.admits(credential)) {
          admitted.add(send(row, credential, credential.own()).status());
          requireNoOther(row, credential, credentials);
        } else {
          requireRefused(row, credential, row.right() == Right.DEVICE ? DEVICE : "acme", 403);
        }
      }
      assertThat(admitted).as(row.route()).doesNotContain(401, 403);
      assertThat(row.right() == Right.SIGNED || admitted.stream().anyMatch(each -> each < 300))
          .as("%s takes a request: %s", row.route(), admitted)
          .isTrue();
    }
    System.out.println("rights: attempts=" + attempts);
  }

  @Test
  void shouldRefuseAnotherTenantWithoutWaitingForTheBody() throws Exception {
    try (RawConnection connection = new RawConnection(gateway.port())) {
      connection.send(
          "PUT /v1/inbox/umbrella/settings HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n"
              + "Authorization: Bearer "
              + TestGateway.INBOX_TOKEN
              + "\r\n\r\n");

      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 403 ");
    }
  }

  private void requireNoOther(Row row, Credential credential, List<Credential> all)
      throws Exception {
    if (row.right() == Right.OPEN || !credential.bound()) {
      return;
    }
    for (Credential other : all) {
      String id = URLDecoder.decode(other.own(), StandardCharsets.UTF_8);
      if (row.admits(other) && !id.equals(credential.own())) {
        requireRefused(row, credential, other.own(), 403);
      }
    }
    for (String form : row.foreign(credential.own()).toList()) {
      requireRefused(row, credential, form, 404);
    }
  }

  /** Refused without a trace, and without a tenant's name. */
  private void requireRefused(Row row, Credential credential, String id, int most)
      throws Exception {
    long before = gateway.log().size();
    Described answer = send(row, credential, id);
    String what = "%s by %s with %s: %s".formatted(row.route(), credential, id, answer);

    assertThat(answer.status()).as(what).isBetween(400, most);
    if (answer.status() != 404) {
      assertThat(TENANTS).as(what).noneMatch(answer.body()::contains);
    }
    assertThat(gateway.log().size()).as(what).isEqualTo(before);
    assertThat(channels.deliveries()).as(what).isEmpty();
  }

  private Described send(Row row, Credential credential, String id) throws Exception {
    attempts++;
    String body = row.body(id);
    HttpRequest.Builder request =
        (row.right() == Right.SIGNED ? channels.client() : api)
            .request(
                row.path().replace("<id>", id).replace("<key_id>", spare.path("key_id").asText()))
            .method(
                row.route().split(" ", 2)[0],
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (int i = 0; i < credential.headers().size(); i += 2) {
      request.header(credential.headers().get(i), credential.headers().get(i + 1));
    }
    return api.send(row.route(), request.build());
  }

  private List<Credential> credentials() throws Exception {
    List<Credential> all = new ArrayList<>();
    all.add(
        new Credential(
            "unbound key", Right.DEVICE, DEVICE, false, List.of("X-API-Key", TestGateway.API_KEY)));
    all.add(
        new Credential(
            "bound key",
            Right.DEVICE,
            DEVICE,
            true,
            List.of("X-API-Key", key().path("api_key").asText())));
    all.add(Credential.bearer(Right.ADMIN, "acme", false, TestGateway.ADMIN_TOKEN));
    all.add(Credential.bearer(Right.ADMIN, "acme", false, "fake-next-token"));
    all.add(Credential.bearer(Right.HISTORY, ACME, true, TestGateway.ACME_TOKEN));
    all.add(Credential.bearer(Right.HISTORY, GLOBEX, true, TestGateway.GLOBEX_TOKEN));
    all.add(Credential.bearer(Right.HISTORY, ACME, false, TestGateway.HISTORY_TOKEN));
    all.add(Credential.bearer(Right.INBOX, "acme", true, TestGateway.INBOX_TOKEN));
    // escapes are spellings of the same path
    all.add(Credential.bearer(Right.INBOX, "%61cm%65", false, TestGateway.INBOX_TOKEN));
    all.add(Credential.bearer(Right.INBOX, "umbrella", true, TestGateway.UMBRELLA_TOKEN));
    all.add(Credential.bearer(Right.INBOX, "a%2Fb%2A", false, TestGateway.EVERY_INBOX_TOKEN));
    all.add(Credential.bearer(Right.TENANTS, "acme", true, TestGateway.ASSISTANT_TOKEN));
    all.add(Credential.bearer(Right.TENANTS, "umbrella", true, TestGateway.OTHER_ASSISTANT_TOKEN));
    all.add(Credential.bearer(Right.TENANTS, "acme", false, TestGateway.EVERY_ASSISTANT_TOKEN));
    all.add(Credential.bearer(Right.OUTREACH, "ci-aaa-001", true, TestGateway.COMPANY_TOKEN));
    all.add(Credential.bearer(Right.OUTREACH, "ci-ccc-001", true, TestGateway.OTHER_COMPANY_TOKEN));
    all.add(
        Credential.bearer(Right.OUTREACH, "ci-ddd-001", false, TestGateway.EVERY_COMPANY_TOKEN));
    all.addAll(spoiled());
    return all;
  }

  /** Near misses of credentials, and those of others in the wrong place. */
  private static List<Credential> spoiled() {
    List<Credential> all = new ArrayList<>();
    all.add(Credential.none());
    for (String key : List.of(TestGateway.REVOKED_KEY, TestGateway.ADMIN_TOKEN, "", "*", "fake")) {
      all.add(Credential.none("X-API-Key", key));
    }
    for (String token :
        List.of(
            TestGateway.ADMIN_TOKEN,
            TestGateway.INBOX_TOKEN,
            TestGateway.EVERY_COMPANY_TOKEN,
            TestGateway.API_KEY)) {
      String cut = token.substring(0, token.length() - 1);
      for (String near : List.of(cut, token + 'x', cut + 'N', token.toUpperCase(Locale.ROOT))) {
        all.add(Credential.none("Authorization", "Bearer " + near));
      }
      all.add(Credential.none("Authorization", token));
      all.add(Credential.none("Authorization", "Basic " + token));
      all.add(Credential.none("Authorization", "Bearer\t" + token));
      all.add(Credential.none("Authorization", "Bearer " + token + "," + token));
      all.add(Credential.none("Authorization", "Bearer " + token, "Authorization", "Bearer x"));
      all.add(Credential.none("Proxy-Authorization", "Bearer " + token));
      all.add(Credential.none("Cookie", "Authorization=Bearer " + token));
    }
    return all;
  }

  /** A new API key of the device. */
  private JsonNode key() throws Exception {
    return api.admin(
            "POST /v1/admin/api-keys",
            "/v1/admin/api-keys",
            "POST",
            "{\"hardware_ids\":[\"" + DEVICE + "\"]}")
        .json();
  }
}
