package io.tributary.runtime.metrics;

import java.util.List;

/** A meter's declaration. */
public interface Meter {

  enum Kind {
    COUNTER,
    GAUGE,
    TIMER
  }

  /**
   * Name in Prometheus' spelling without the suffix of its kind, such as {@code
   * tributary_gateway_requests}.
   */
  String meter();

  Kind kind();

  /** Names of tags with few values each. */
  List<String> tags();

  String meaning();
}
