package io.tributary.runtime.metrics;

import java.util.List;

/** A meter's declaration, usually a constant of an enum. */
public interface Meter {

  /** The way a meter counts. */
  enum Kind {
    COUNTER,
    GAUGE,
    TIMER
  }

  /**
   * The declaration's parts.
   *
   * @param name in Prometheus' spelling without the kind's suffix
   * @param tags names separated by spaces, with few values each
   */
  record Spec(String name, Kind kind, String tags, String meaning) {}

  Spec spec();

  default String meter() {
    return spec().name();
  }

  default Kind kind() {
    return spec().kind();
  }

  default List<String> tags() {
    return spec().tags().isEmpty() ? List.of() : List.of(spec().tags().split(" ", -1));
  }

  default String meaning() {
    return spec().meaning();
  }
}
