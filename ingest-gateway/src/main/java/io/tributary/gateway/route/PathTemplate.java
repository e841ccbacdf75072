package io.tributary.gateway.route;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with variables in braces. */
public record PathTemplate(String text, List<String> segments) {

  /** Parses {@code /v1/things/{thing_id}}. */
  public static PathTemplate parse(String text) {
    return new PathTemplate(text, Arrays.asList(text.substring(1).split("/", -1)));
  }

  /** Values of the variables, if the segments match. */
  Optional<Map<String, String>> match(List<String> actual) {
    if (actual.size() != segments.size()) {
      return Optional.empty();
    }
    for (int i = 0; i < segments.size(); i++) {
      String expected = segments.get(i);
      if (!isVariable(expected) && !expected.equals(actual.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables(actual));
  }

  private Map<String, String> variables(List<String> actual) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String expected = segments.get(i);
      if (isVariable(expected)) {
        variables.put(expected.substring(1, expected.length() - 1), actual.get(i));
      }
    }
    return variables;
  }

  boolean hasVariables() {
    return segments.stream().anyMatch(PathTemplate::isVariable);
  }

  private static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }

  @Override
  public String toString() {
    return text;
  }
}
