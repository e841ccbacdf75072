package io.tributary.console;

import io.tributary.operations.Program;
import io.tributary.runtime.health.OpsContent.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;

/** Files of the console, read when they are asked for. */
final class Assets {

  /** No other hosts, no inline scripts and styles, no frames and forms. */
  static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "Cache-Control",
          "no-store",
          "Referrer-Policy",
          "no-referrer",
          "X-Frame-Options",
          "DENY");

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private static final Map<String, Supplier<Page>> FILES =
      Map.of(
          "", () -> own("index.html", "text/html; charset=utf-8"),
          "console.css", () -> own("console.css", "text/css; charset=utf-8"),
          "icon.svg", () -> own("icon.svg", "image/svg+xml"),
          "console.js", () -> own("console.js", SCRIPT),
          "pages.js", () -> withProgram(own("pages.js", SCRIPT)),
          "parts.js", () -> own("parts.js", SCRIPT),
          "preact.js",
              () ->
                  file(
                      archive(
                          "org.webjars.npm", "preact", "webjars/preact/%s/dist/preact.module.js"),
                      SCRIPT),
          "htm.js",
              () -> file(archive("org.mvnpm", "htm", "_static/htm/%s/dist/htm.module.js"), SCRIPT));

  private Assets() {}

  static Optional<Page> at(String name) {
    return Optional.ofNullable(FILES.get(name)).map(Supplier::get);
  }

  private static Page own(String name, String type) {
    return file(read("/console/" + name), type);
  }

  /** Commands as they can be typed. */
  private static Page withProgram(Page page) {
    return file(page.body().replace("./tributary ", Program.NAME + ' '), SCRIPT);
  }

  private static Page file(String content, String type) {
    return new Page(200, type, content, HEADERS);
  }

  /** A file of a web archive, at its built version. */
  private static String archive(String group, String artifact, String path) {
    Properties made = new Properties();
    try (InputStream stream =
        open("/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact))) {
      made.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read("/META-INF/resources/" + path.formatted(made.getProperty("version")));
  }

  private static String read(String path) {
    try (InputStream stream = open(path)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String path) {
    InputStream stream = Assets.class.getResourceAsStream(path);
    if (stream == null) {
      throw new IllegalStateException("missing resource " + path);
    }
    return stream;
  }
}
