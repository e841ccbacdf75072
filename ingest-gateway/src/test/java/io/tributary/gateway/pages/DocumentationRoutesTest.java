package io.tributary.gateway.pages;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.route.Route;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationRoutesTest {

  private static final int SLOW = 60;

  @AutoClose
  private static final TestGateway GATEWAY =
      TestGateway.start(
          HttpLimits.of(Duration.ofSeconds(5)), DocumentationRoutes.all().toArray(Route[]::new));

  private final ApiClient api = new ApiClient(GATEWAY.port());

  @ParameterizedTest
  @CsvSource({
    "/openapi.yaml, application/yaml, openapi: 3.1.0",
    "/asyncapi.yaml, application/yaml, asyncapi: 3.1.0",
    "/docs, text/html; charset=utf-8, <!DOCTYPE html>",
    "/docs/page.css, text/css; charset=utf-8, color-scheme: light dark",
    "/docs/page.js, text/javascript; charset=utf-8, SwaggerUIBundle",
    "/docs/topics.js, text/javascript; charset=utf-8, window.Topics",
    "/docs/swagger-ui.css, text/css; charset=utf-8, .swagger-ui",
    "/docs/swagger-ui-bundle.js, text/javascript; charset=utf-8, SwaggerUIBundle",
    "/docs/js-yaml.min.js, text/javascript; charset=utf-8, jsyaml",
    "/docs/licenses.txt, text/plain; charset=utf-8, SmartBear",
  })
  void shouldServeAnybodyAndSayThatNothingComesFromElsewhere(String path, String type, String holds)
      throws Exception {
    ApiClient.Described answer = get(path);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains(holds);
    assertThat(answer.header("content-type")).contains(type);
    assertThat(answer.header("content-length"))
        .contains(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
    assertThat(answer.header("x-content-type-options")).contains("nosniff");
    assertThat(answer.header("referrer-policy")).contains("no-referrer");
    assertThat(answer.header("cache-control")).contains("no-cache");
    assertThat(answer.header("content-security-policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe", "http:", "https:", "*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.yaml", "/asyncapi.yaml", "/docs", "/docs/swagger-ui-bundle.js"})
  void shouldSayWhenNothingHasChanged(String path) throws Exception {
    ApiClient.Described first = get(path);
    String tag = first.header("etag").orElseThrow();

    for (String known :
        List.of(tag, "W/" + tag, "\"other\", " + tag, "\"other\",W/" + tag + " ", "*")) {
      ApiClient.Described again = get(path, "If-None-Match", known);
      assertThat(again.status()).as(known).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(again.header("content-length")).isEmpty();
      assertThat(again.header("etag")).contains(tag);
      assertThat(again.header("cache-control")).contains("no-cache");
    }
    for (String other : List.of("\"other\"", tag.replace("\"", ""), "", "W/*x", "\"" + tag)) {
      assertThat(get(path, "If-None-Match", other).status()).as(other).isEqualTo(200);
    }
    assertThat(get(path).header("etag")).contains(tag);
  }

  @Test
  void shouldTellFilesApartByTheirTags() throws Exception {
    List<String> tags = new ArrayList<>();
    for (String path : List.of("/openapi.yaml", "/asyncapi.yaml", "/docs", "/docs/page.js")) {
      tags.add(get(path).header("etag").orElseThrow());
    }

    assertThat(tags).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.yaml", "/asyncapi.yaml", "/docs", "/docs/swagger-ui-bundle.js"})
  void shouldGiveTheHeadAlone(String path) throws Exception {
    ApiClient.Described whole = get(path);
    String raw;
    try (RawConnection connection = new RawConnection(GATEWAY.port())) {
      connection.send("HEAD " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      raw = connection.readToEnd();
    }

    assertThat(raw).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n");
    assertThat(raw.indexOf("\r\n\r\n")).as("no body").isEqualTo(raw.length() - 4);
    assertThat(raw)
        .contains("content-length: " + whole.header("content-length").orElseThrow() + "\r\n")
        .contains("etag: " + whole.header("etag").orElseThrow() + "\r\n");
  }

  @Test
  void shouldTakeSlashesAtTheEndAndQueries() throws Exception {
    assertThat(send("GET /docs", "/docs/").status()).isEqualTo(200);
    assertThat(send("GET /docs", "/docs?url=https://example.com/evil.yaml").body())
        .isEqualTo(get("/docs").body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/nothing.js",
        "/docs/PAGE.JS",
        "/docs/page.html",
        "/docs/%2e%2e",
        "/docs/..%2fopenapi.yaml",
        "/docs/%2e%2e%2f%2e%2e%2flogback.xml",
        "/docs/..%5copenapi.yaml",
        "/docs/page.js%00",
        "/docs/%2fetc%2fpasswd",
        "/docs/page.js%2f",
      })
  void shouldKnowNothingBelowButItsFiles(String path) throws Exception {
    assertError(404, "NOT_FOUND", send("GET /docs/{file}", path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/../openapi.yaml",
        "/docs/./page.js",
        "/docs//page.js",
        "/docs/page.js/..",
        "//docs",
        "/docs/../../../../etc/passwd",
      })
  void shouldResolveNoPaths(String path) throws Exception {
    try (RawConnection connection = new RawConnection(GATEWAY.port())) {
      connection.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 404 ").contains("NOT_FOUND");
    }
  }

  @Test
  void shouldTakeNoOtherMethodsAndNoBodies() throws Exception {
    HttpRequest post = api.request("/docs").POST(BodyPublishers.ofString("x")).build();
    ApiClient.Described answer = api.send("GET /docs", post);
    assertError(405, "METHOD_NOT_ALLOWED", answer);
    assertThat(answer.header("allow")).contains("GET, HEAD");

    HttpRequest loaded =
        api.request("/docs").method("GET", BodyPublishers.ofString("x".repeat(2000))).build();
    assertError(413, "PAYLOAD_TOO_LARGE", api.send("GET /docs", loaded));
  }

  @Test
  void shouldServeOthersWhileSomeReadNothing() throws Exception {
    int earlier = GATEWAY.ended().size();
    List<RawConnection> slow = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW; i++) {
        RawConnection connection = new RawConnection(GATEWAY.port());
        slow.add(connection);
        connection.send("GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      await().until(() -> GATEWAY.ended().size() == earlier + SLOW);

      assertThat(get("/docs/swagger-ui-bundle.js").status()).isEqualTo(200);
      assertThat(GATEWAY.inflightBytes()).isZero();
    } finally {
      for (RawConnection connection : slow) {
        connection.close();
      }
    }
  }

  @Test
  void shouldAskOnlyForWhatIsServedHere() throws Exception {
    Matcher asked = Pattern.compile("(?:href|src)=\"([^\"]*)\"").matcher(get("/docs").body());
    List<String> paths = new ArrayList<>();
    while (asked.find()) {
      paths.add(asked.group(1));
    }

    assertThat(paths).contains("/docs/page.js", "/docs/swagger-ui.css");
    for (String path : paths) {
      if (!path.startsWith("#") && !path.equals("data:,")) {
        assertThat(path).startsWith("/");
        assertThat(get(path).status()).as(path).isEqualTo(200);
      }
    }
    assertThat(get("/docs").body()).doesNotContain("<style", "style=", "onclick", "javascript:");
  }

  @Test
  void shouldServeTheTopicsAsTheyAreDocumented() throws Exception {
    String documented = Files.readString(Path.of("../docs/asyncapi.yaml"));

    assertThat(get("/asyncapi.yaml").body()).isEqualTo(documented);
    JsonNode topics = new YAMLMapper().readTree(documented).path("channels");
    assertThat(topics.properties()).extracting(each -> each.getKey()).contains("devices.readings");
  }

  private ApiClient.Described get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = api.request(path).GET();
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    boolean file = path.startsWith("/docs/");
    return api.send("GET " + (file ? "/docs/{file}" : path), request.build());
  }

  private ApiClient.Described send(String route, String path) throws Exception {
    return api.send(route, api.request(path).GET().build());
  }
}
