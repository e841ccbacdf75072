package io.tributary.schemas.key;

/**
 * Times that sort as texts as they do as numbers even where a key holds them unpadded: epoch
 * milliseconds of 13 digits, from 2001 to 2286.
 */
public final class SortableTime {

  /** The first of them. */
  public static final long FIRST = 1_000_000_000_000L;

  /** The last of them. */
  public static final long LAST = 9_999_999_999_999L;

  private SortableTime() {}

  /** Whether it is one of them. */
  public static boolean accepts(long millis) {
    return millis >= FIRST && millis <= LAST;
  }
}
