package io.tributary.gateway.route;

import io.tributary.schemas.json.Utf8;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Path and query of a request, decoded after they are split. Slashes at the end do not count.
 *
 * @param text as received, without an origin
 * @param query first value of each parameter
 * @param broken raw name of the first parameter with a broken escape
 */
public record RequestTarget(
    String text, List<String> segments, Map<String, String> query, Optional<String> broken) {

  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern ORIGIN = Pattern.compile("(?i)https?://[^/?]*");

  /**
   * Parses a request target, with or without an origin; empty without a path, or with a broken
   * escape in it.
   */
  public static Optional<RequestTarget> parse(String target) {
    String text = target.startsWith("/") ? target : withoutOrigin(target);
    int mark = text.indexOf('?');
    String path = mark < 0 ? text : text.substring(0, mark);
    String query = mark < 0 ? "" : text.substring(mark + 1);
    return path.startsWith("/")
        ? segments(path).map(decoded -> withQuery(text, decoded, query))
        : Optional.empty();
  }

  private static String withoutOrigin(String target) {
    Matcher origin = ORIGIN.matcher(target);
    return origin.lookingAt() ? target.substring(origin.end()) : target;
  }

  private static Optional<List<String>> segments(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    List<String> segments = new ArrayList<>();
    for (String segment : path.substring(1, end).split("/", -1)) {
      Optional<String> decoded = decode(segment);
      if (decoded.isEmpty()) {
        return Optional.empty();
      }
      segments.add(decoded.get());
    }
    return Optional.of(segments);
  }

  private static RequestTarget withQuery(String text, List<String> segments, String query) {
    if (query.isEmpty()) {
      return new RequestTarget(text, segments, Map.of(), Optional.empty());
    }
    Map<String, String> parameters = new HashMap<>();
    for (String pair : query.replace('+', ' ').split("&", -1)) {
      int equals = pair.indexOf('=');
      String rawName = equals < 0 ? pair : pair.substring(0, equals);
      Optional<String> name = decode(rawName);
      Optional<String> value = decode(pair.substring(equals + 1));
      if (name.isEmpty() || value.isEmpty()) {
        return new RequestTarget(text, segments, Map.of(), Optional.of(rawName));
      }
      if (equals > 0) {
        parameters.putIfAbsent(name.get(), value.get());
      }
    }
    return new RequestTarget(text, segments, parameters, Optional.empty());
  }

  private static Optional<String> decode(String text) {
    if (text.indexOf('%') < 0) {
      return Optional.of(text);
    }
    if (BROKEN_ESCAPE.matcher(text).find()) {
      return Optional.empty();
    }
    // As bytes, because the decoder would repair broken UTF-8; a plus stands for itself by now
    String bytes = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    return Utf8.decode(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }
}
