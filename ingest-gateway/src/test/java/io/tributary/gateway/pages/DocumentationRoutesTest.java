package io.tributary.gateway.pages;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.route.HttpRoute;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
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

  @AutoClose
  private static final TestGateway GATEWAY =
      TestGateway.start(
          HttpLimits.of(Duration.ofSeconds(5)),
          DocumentationRoutes.all().toArray(HttpRoute[]::new));

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
  void shouldServePagesWithoutForeignSources(String path, String type, String holds)
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
  void shouldUseOnlyServedOperations() throws Exception {
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
