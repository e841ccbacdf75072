package io.tributary.gateway.route;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The W3C trace context of a request, passed on to its records unchanged. */
public record TraceContext(Optional<String> parent, Optional<String> state) {

  public static final TraceContext NONE = new TraceContext(Optional.empty(), Optional.empty());

  private static final Pattern PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final Pattern STATE = Pattern.compile("[ -~]{1,512}");

  /** Valid headers; others are dropped, and a state without its parent. */
  public static TraceContext of(List<String> parents, List<String> states) {
    Optional<String> parent =
        Optional.of(parents)
            .filter(values -> values.size() == 1)
            .map(values -> values.get(0))
            .filter(text -> PARENT.matcher(text).matches());
    return new TraceContext(
        parent,
        parent
            .map(known -> String.join(",", states))
            .filter(text -> STATE.matcher(text).matches()));
  }
}
