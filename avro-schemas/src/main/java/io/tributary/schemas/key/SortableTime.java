package io.tributary.schemas.key;

/**
 * Epoch milliseconds of 13 digits, from 2001 to 2286: unpadded texts of them sort as numbers do.
 */
public final class SortableTime {

  public static final long FIRST = 1_000_000_000_000L;

  public static final long LAST = 9_999_999_999_999L;

  private SortableTime() {}

  /** True of times that sort as texts. */
  public static boolean accepts(long millis) {
    return millis >= FIRST && millis <= LAST;
  }
}
