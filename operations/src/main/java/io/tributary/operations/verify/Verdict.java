package io.tributary.operations.verify;

import java.util.Locale;

/** What comes of looking at one key. */
public enum Verdict {
  /** The table holds what is expected. */
  EQUAL,
  /** Nothing to be said: what is there, or would be, has expired, or nothing is either way. */
  LEFT_OUT,
  /** The table lacks an item. */
  MISSING,
  /** The item has other attributes than expected. */
  DIFFERENT,
  /** The table holds an item that must not be there. */
  EXTRA,
  /** Nobody can say whether the item should be there. */
  UNKNOWN,
  /** It keeps changing, or its record has not been through the sink. */
  IN_FLIGHT;

  /** Such as {@code in flight}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** True for what is wrong with the table. */
  public boolean isWrong() {
    return this == MISSING || this == DIFFERENT || this == EXTRA;
  }
}
