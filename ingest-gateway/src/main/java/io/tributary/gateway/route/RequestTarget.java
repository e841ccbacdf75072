package io.tributary.gateway.route;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request's path and query, decoded after they are split, so that an escaped separator separates
 * nothing. Slashes at the end of the path do not count.
 */
public record RequestTarget(List<String> segments, Map<String, String> query) {

  private static final int HEX = 16;

  /** Reads a request target; empty when an escape in it is broken. */
  public static Optional<RequestTarget> parse(String text) {
    int mark = text.indexOf('?');
    String path = mark < 0 ? text : text.substring(0, mark);
    String query = mark < 0 ? "" : text.substring(mark + 1);
    Optional<List<String>> segments = segments(path);
    return segments.map(decoded -> new RequestTarget(decoded, parameters(query)));
  }

  private static Optional<List<String>> segments(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    String trimmed = path.substring(0, end);
    List<String> segments = new ArrayList<>();
    for (String segment : trimmed.substring(Math.min(1, end)).split("/", -1)) {
      Optional<String> decoded = decode(segment);
      if (decoded.isEmpty()) {
        return Optional.empty();
      }
      segments.add(decoded.get());
    }
    return Optional.of(segments);
  }

  /** The first value of each parameter; one with a broken escape counts as not given. */
  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        String value = pair.substring(equals + 1).replace('+', ' ');
        decode(value)
            .ifPresent(decoded -> parameters.putIfAbsent(pair.substring(0, equals), decoded));
      }
    }
    return parameters;
  }

  private static Optional<String> decode(String text) {
    if (text.indexOf('%') < 0) {
      return Optional.of(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      int octet = text.charAt(i);
      if (octet == '%') {
        octet = escaped(text, i);
        i += 2;
      }
      if (octet < 0) {
        return Optional.empty();
      }
      bytes.write(octet);
    }
    return utf8(bytes.toByteArray());
  }

  private static int escaped(String text, int percent) {
    if (percent + 2 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(percent + 1), HEX);
    int low = Character.digit(text.charAt(percent + 2), HEX);
    return high < 0 || low < 0 ? -1 : high * HEX + low;
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
