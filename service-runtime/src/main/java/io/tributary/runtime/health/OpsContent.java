package io.tributary.runtime.health;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Further pages of an {@link OpsServer}. */
@FunctionalInterface
public interface OpsContent {

  /** The page of a GET request; empty for an unknown path. Must answer within three seconds. */
  Optional<Page> get(Request request);

  /**
   * A request.
   *
   * @param host header Host, empty without it
   * @param query decoded parameters; the first of each name
   */
  record Request(String path, Map<String, String> query, String host) {

    static Request of(URI uri, String host) {
      return new Request(
          uri.getPath(), query(uri.getRawQuery() == null ? "" : uri.getRawQuery()), host);
    }

    /** A parameter that is given and not empty. */
    public Optional<String> parameter(String name) {
      return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }

    private static Map<String, String> query(String raw) {
      Map<String, String> query = new LinkedHashMap<>();
      Arrays.stream(raw.split("&"))
          .map(pair -> pair.split("=", 2))
          .filter(pair -> pair.length == 2)
          .forEach(pair -> query.putIfAbsent(decoded(pair[0]), decoded(pair[1])));
      return query;
    }

    private static String decoded(String text) {
      try {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return text;
      }
    }
  }

  /** An answer, with headers beyond its type. */
  record Page(int status, String contentType, String body, Map<String, String> headers) {

    public Page {
      headers = Map.copyOf(headers);
    }

    public static Page of(int status, String contentType, String body) {
      return new Page(status, contentType, body, Map.of());
    }
  }
}
