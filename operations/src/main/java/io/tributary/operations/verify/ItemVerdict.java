package io.tributary.operations.verify;

import java.util.Locale;

/** Verdict on the item of a key. */
public enum ItemVerdict {
  EQUAL,
  /** Nothing to say: expired, or nothing on either side. */
  LEFT_OUT,
  MISSING,
  DIFFERENT,
  /** The table holds an item that must not be there. */
  EXTRA,
  /** The item's right to exist is unknown. */
  UNKNOWN,
  /** The item keeps changing, or the sink has not finished its record. */
  IN_FLIGHT;

  /** A label such as {@code in flight}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
