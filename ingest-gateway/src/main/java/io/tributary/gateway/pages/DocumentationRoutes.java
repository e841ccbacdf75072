package io.tributary.gateway.pages;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.HttpRoute;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Routes of OpenAPI, AsyncAPI and the page that shows both. Names below {@code /docs} are looked up
 * in a map, never on disk.
 */
public final class DocumentationRoutes {

  private static final long NO_BODY = 0;
  private static final String FILE = "file";
  private static final String YAML = "application/yaml";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String CSS = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String BUNDLE = "swagger-ui-bundle.js";
  private static final String STYLE = "swagger-ui.css";

  private DocumentationRoutes() {}

  public static List<HttpRoute> all() {
    Map<String, StaticFile> files =
        Map.of(
            "page.css",
            new StaticFile(CSS, ClassPath.read("/docs/page.css")),
            "page.js",
            new StaticFile(SCRIPT, ClassPath.read("/docs/page.js")),
            "topics.js",
            new StaticFile(SCRIPT, ClassPath.read("/docs/topics.js")),
            STYLE,
            new StaticFile(CSS, swagger(STYLE)),
            BUNDLE,
            new StaticFile(SCRIPT, swagger(BUNDLE)),
            "js-yaml.min.js",
            new StaticFile(SCRIPT, yaml("dist/js-yaml.min.js")),
            "licenses.txt",
            new StaticFile(TEXT, licenses()));
    return Stream.of(
            single("/openapi.yaml", YAML, "/openapi.yaml"),
            single("/asyncapi.yaml", YAML, "/asyncapi.yaml"),
            single("/docs", HTML, "/docs/page.html"),
            routes(
                "/docs/{" + FILE + '}',
                request -> Optional.ofNullable(files.get(request.path().get(FILE)))))
        .flatMap(routes -> routes)
        .toList();
  }

  private static Stream<HttpRoute> single(String path, String contentType, String resource) {
    Optional<StaticFile> file = Optional.of(new StaticFile(contentType, ClassPath.read(resource)));
    return routes(path, request -> file);
  }

  /** Serves HEAD too: the server leaves out the body. */
  private static Stream<HttpRoute> routes(
      String path, Function<ApiRequest, Optional<StaticFile>> files) {
    Endpoint endpoint = request -> reply(files.apply(request), request).completed();
    return Stream.of("GET", "HEAD")
        .map(method -> HttpRoute.of(method, path, Authenticator.OPEN, NO_BODY, endpoint));
  }

  private static Reply reply(Optional<StaticFile> file, ApiRequest request) {
    return file.map(found -> found.reply(request.header("if-none-match")))
        .orElseGet(() -> Problem.of(ErrorCode.NOT_FOUND, "no such path"));
  }

  private static byte[] swagger(String file) {
    return ClassPath.read("org.webjars", "swagger-ui", file);
  }

  private static byte[] yaml(String file) {
    return ClassPath.read("org.webjars.npm", "js-yaml", file);
  }

  /** Licences of bundled parts. */
  private static byte[] licenses() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(ClassPath.read("/docs/licenses.txt"));
    text.writeBytes(swagger(BUNDLE + ".LICENSE.txt"));
    text.writeBytes("\n\njs-yaml, under the MIT license:\n\n".getBytes(StandardCharsets.UTF_8));
    text.writeBytes(yaml("LICENSE"));
    return text.toByteArray();
  }
}
