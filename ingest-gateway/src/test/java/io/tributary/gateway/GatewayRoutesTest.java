package io.tributary.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.OpenApiDescription;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.TokenFile;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.pages.DocumentationRoutes;
import io.tributary.gateway.pages.HealthRoutes;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GatewayRoutesTest {

  private static final String TOKEN = "a".repeat(32);
  private static final Settings SETTINGS =
      Settings.of(
          Map.of("admin.token", TOKEN, "api.key.pepper", TOKEN, "confirmation.key", "made-up"));

  @Test
  void shouldServeTheDescribedRoutesOnly() {
    IngestPipeline gateway =
        new IngestPipeline(SETTINGS, RuntimeContext.system(), Meters.withJvm());

    assertThat(gateway.routes().all())
        .extracting(route -> route.method() + ' ' + route.path())
        .containsExactlyInAnyOrderElementsOf(OpenApiDescription.load().routes());
  }

  @Test
  void shouldAskForSecretsOfItsFamiliesAlone() {
    Settings none = Settings.of(Map.of("families", "history,inbox"));

    IngestPipeline gateway = new IngestPipeline(none, RuntimeContext.system(), Meters.withJvm());

    assertThat(gateway.routes().all()).isNotEmpty();
    assertThat(GatewayFamilies.immutableSecrets(none)).isEmpty();
    assertThat(GatewayFamilies.immutableSecrets(SETTINGS))
        .extracting(Setting::key)
        .containsExactly("api.key.pepper", "confirmation.key");
  }

  @Test
  void shouldNeedTopicsOfItsFamiliesAlone() {
    assertThat(GatewayFamilies.topics(Settings.of(Map.of("families", "inbox"))))
        .extracting(Topic::name)
        .contains("tributary.meta", "inbox.events")
        .allMatch(name -> name.startsWith("tributary.") || name.startsWith("inbox."));
  }

  @Test
  void shouldNameTheVariableOfASecretThatIsNotSet() {
    assertAskedFor(
        "TRIBUTARY_API_KEY_PEPPER", Map.of("admin.token", TOKEN, "confirmation.key", "made-up"));
    assertAskedFor(
        "TRIBUTARY_CONFIRMATION_KEY", Map.of("admin.token", TOKEN, "api.key.pepper", TOKEN));
  }

  @Test
  void shouldRefuseSettingsThatCannotWorkAndNameThem() {
    assertRefused("body.limit", Map.of("body.limit", "2MiB"));
    assertRefused("inflight.bytes", Map.of("inflight.bytes", "1048575"));
    assertRefused(
        "inflight.bytes must be at least 32505856 bytes", Map.of("inflight.bytes", "31743KiB"));
    assertRefused("api.key.pepper", Map.of("api.key.pepper", " "));
    assertRefused("confirmation.key", Map.of("confirmation.key", ""));
    assertRefused("admin.token must be one secret, or two", Map.of("admin.token", TOKEN + ","));
    for (String key : List.of("admin.token", "api.key.pepper")) {
      assertRefused(key + " must have at least 32 characters", Map.of(key, "a".repeat(31)));
      assertRefused(key + " is a fake of the examples", Map.of(key, "fake-" + TOKEN));
    }
    assertRefused("admin.token must have", Map.of("admin.token", TOKEN + ", short"));
    assertRefused("confirmation.key is a fake", Map.of("confirmation.key", "fake-key"));
    for (String life : List.of("off", "0s", "999ms", "36501d", "soon")) {
      assertRefused("history.ttl", Map.of("history.ttl", life));
      assertRefused("history.temporary.ttl", Map.of("history.temporary.ttl", life));
    }
    for (String life : List.of("0s", "999ms", "36501d", "never")) {
      assertRefused("outreach.conversation.life", Map.of("outreach.conversation.life", life));
    }
  }

  @Test
  void shouldKeepReadingsInTheirTopicAWeekLongerThanInTheTable() {
    assertThat(readingsRetention("30d")).isEqualTo("3196800000");
    assertThat(readingsRetention("off")).isEqualTo("-1");
  }

  @Test
  void shouldKeepRecordsOfHistoryAWeekLongerThanTheLongerOfBothLives() {
    for (String topic : List.of("history.messages", "history.threads", "history.feedback")) {
      assertThat(retention(topic, Map.of())).isEqualTo("32140800000");
      assertThat(retention(topic, Map.of("history.ttl", "1s"))).isEqualTo("691200000");
      assertThat(retention(topic, Map.of("history.temporary.ttl", "500d")))
          .isEqualTo("43804800000");
    }
    assertThat(retention("history.events", Map.of("history.ttl", "1s"))).isEqualTo("2592000000");
  }

  @Test
  void shouldRefuseToStartWithServiceTokensThatCannotBeUsed() {
    // Given: an org with and without tenants, in a file with nothing else wrong
    Path file =
        TokenFile.create(
            TokenFile.entry("a", "fake-a", "history:acme/eu"),
            TokenFile.entry("b", "fake-b", "inbox:acme", "history:acme"));
    IngestPipeline gateway =
        new IngestPipeline(
            SETTINGS.with(Map.of("service.tokens.file", file.toString())),
            RuntimeContext.system(),
            Meters.withJvm());

    // When, Then: before anything is asked of Kafka
    assertThatThrownBy(gateway::start)
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "service.tokens.file %s: tokens[1].grants[1].tenant must not name an org both with and"
                    .formatted(file)
                + " without tenants");
  }

  @Test
  void shouldServeHealthWithoutReasonsAndItsDescription() throws Exception {
    List<HealthReason> reasons = new CopyOnWriteArrayList<>();
    List<HttpRoute> served = new ArrayList<>(HealthRoutes.of(() -> reasons));
    served.addAll(DocumentationRoutes.all());
    TestGateway gateway =
        TestGateway.start(HttpLimits.of(Duration.ofSeconds(5)), served.toArray(HttpRoute[]::new));
    try {
      ApiClient api = new ApiClient(gateway.port());
      assertThat(get(api, "/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
      reasons.add(new HealthReason("stopping", "soon gone"));
      assertThat(get(api, "/health/ready").status()).isEqualTo(503);
      assertThat(get(api, "/health/ready").body()).isEqualTo("{\"status\":\"unready\"}");
      assertThat(get(api, "/health/live").body()).isEqualTo("{\"status\":\"alive\"}");
      assertThat(get(api, "/openapi.yaml").body()).contains("openapi: 3.1.0");
    } finally {
      gateway.close();
    }
  }

  @Test
  void shouldServeNoDocumentsIfTheyAreSwitchedOff() {
    assertThat(
            new IngestPipeline(
                    SETTINGS.with(Map.of("http.docs", "false")),
                    RuntimeContext.system(),
                    Meters.withJvm())
                .routes()
                .all())
        .extracting(route -> route.path().toString())
        .contains("/health/ready", "/v1/devices/data")
        .doesNotContain("/docs", "/docs/{file}", "/openapi.yaml", "/asyncapi.yaml");
  }

  @Test
  void shouldShowCountersAtZeroBeforeTheFirstRequest() {
    Meters meters = Meters.withJvm();
    IngestPipeline unused = new IngestPipeline(SETTINGS, RuntimeContext.system(), meters);

    assertThat(meters.scrape().lines())
        .contains(
            "tributary_gateway_records_acknowledged_total 0.0",
            "tributary_gateway_records_unconfirmed_total 0.0",
            "tributary_gateway_readings_accepted_total 0.0",
            "tributary_gateway_batch_ids_repeated_total 0.0",
            "tributary_gateway_unknown_members_total{family=\"devices\"} 0.0");
  }

  @Test
  void shouldHaveFewMetersAfterManyDifferentRequests() {
    Meters meters = Meters.withJvm();
    IngestPipeline gateway = new IngestPipeline(SETTINGS, RuntimeContext.system(), meters);
    GatewayMetrics metrics = new GatewayMetrics(meters);
    for (HttpRoute route : gateway.routes().all()) {
      for (int status :
          new int[] {200, 202, 400, 401, 403, 404, 405, 409, 413, 415, 422, 500, 503}) {
        metrics.request(route.path().toString(), Integer.toString(status), 1);
      }
    }
    for (String provider : Provider.labels()) {
      metrics.channelVerified(provider);
      metrics.channelMalformed(provider, 1);
      metrics.channelIgnored(provider, "other", 1);
      IntStream.range(0, 7).forEach(reason -> metrics.channelRefused(provider, "reason" + reason));
    }
    IntStream.range(0, 32).forEach(kind -> metrics.channelIgnored("slack", "kind" + kind, 1));

    assertThat(meters.scrape().lines()).hasSizeLessThanOrEqualTo(500);
    assertThat(meters.scrape())
        .contains("tributary_gateway_requests_total{route=\"other\",status=\"503\"}")
        .contains("tributary_gateway_request_seconds_bucket{api=\"devices\",le=\"0.005\"}");
  }

  private static ApiClient.Described get(ApiClient api, String path) throws Exception {
    return api.send("GET " + path, api.request(path).GET().build());
  }

  private static void assertAskedFor(String variable, Map<String, String> given) {
    Settings without = Settings.of(given);
    assertThatThrownBy(() -> new IngestPipeline(without, RuntimeContext.system(), Meters.withJvm()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(variable);
  }

  private static void assertRefused(String setting, Map<String, String> texts) {
    Settings settings = SETTINGS.with(texts);
    assertThatThrownBy(
            () -> new IngestPipeline(settings, RuntimeContext.system(), Meters.withJvm()))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(setting);
  }

  private static @Nullable String readingsRetention(String life) {
    return retention("devices.readings", Map.of("devices.readings.ttl", life));
  }

  private static @Nullable String retention(String name, Map<String, String> texts) {
    List<Topic<?, ?>> topics = GatewayFamilies.topics(SETTINGS.with(texts));
    assertThat(topics).hasSameSizeAs(Topics.all());
    return topics.stream()
        .filter(topic -> topic.name().equals(name))
        .findFirst()
        .orElseThrow()
        .config()
        .get("retention.ms");
  }
}
