package io.tributary.runtime.metrics;

import java.util.List;

/** One meter as its service declares it, usually a constant of an enum. */
public interface Meter {

  /** How a meter counts. */
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

  /** How it counts. */
  Kind kind();

  /** Names of its tags, each with few possible values. */
  List<String> tags();

  /** What it says, and how it relates to others. */
  String meaning();
}
