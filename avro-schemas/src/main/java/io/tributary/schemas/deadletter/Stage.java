package io.tributary.schemas.deadletter;

import java.util.Locale;

/** Stage of the pipeline at which something failed. */
public enum Stage {
  /** A processor could not read the fact. */
  DECODE,
  /** A processor refused the fact. */
  PROCESS,
  /** The sink could not read the record. */
  SINK_DECODE,
  /** The table refused the item. */
  STORE;

  /** The stage's name in headers and metrics, such as {@code sink-decode}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
