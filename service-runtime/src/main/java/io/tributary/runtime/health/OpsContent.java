package io.tributary.runtime.health;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Further pages of an {@link OpsServer}. */
@FunctionalInterface
public interface OpsContent {

  /** Answers GET or POST within three seconds; empty for an unknown path. */
  Optional<Page> answer(Request request);

  /**
   * A request, whose body is not read.
   *
   * @param query decoded parameters; the first of each name
   * @param host header Host, empty without it
   * @param origin header Origin, which browsers add to a POST; empty without it
   * @param site header Sec-Fetch-Site, by which browsers tell of pages of other sites
   */
  record Request(
      String method,
      String path,
      Map<String, String> query,
      String host,
      String origin,
      String site) {

    /** Addresses, and the name of this machine, which no other site can have. */
    private static final Pattern ADDRESS =
        Pattern.compile("(?:localhost|[0-9.]+|\\[[0-9a-fA-F:.]+])(?::\\d+)?");

    /**
     * False under a name that another site could have: its pages could be asking, after its name
     * was bound anew to this address (DNS rebinding).
     *
     * @param name a further name of this machine
     */
    public boolean isToThisMachine(Optional<String> name) {
      return ADDRESS.matcher(host).matches()
          || name.filter(own -> host.equals(own) || host.startsWith(own + ':')).isPresent();
    }

    static Request of(
        String method, String path, @Nullable String query, UnaryOperator<String> header) {
      return new Request(
          method,
          path,
          query(query == null ? "" : query),
          header.apply("Host"),
          header.apply("Origin"),
          header.apply("Sec-Fetch-Site"));
    }

    public boolean isPost() {
      return method.equals("POST");
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
