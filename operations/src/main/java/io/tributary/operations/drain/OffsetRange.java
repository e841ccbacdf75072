package io.tributary.operations.drain;

import java.util.OptionalLong;

/**
 * Offsets of a partition that a stage has not finished.
 *
 * @param from the first of them
 * @param to the first behind them
 * @param since when the broker took its first record, in epoch milliseconds; empty as long as none
 *     has been read
 */
public record OffsetRange(long from, long to, OptionalLong since) {

  /** A gap that nobody has looked into. */
  public static OffsetRange between(long from, long to) {
    return new OffsetRange(from, to, OptionalLong.empty());
  }

  /** The same, with a first record of that moment. */
  OffsetRange since(long millis) {
    return new OffsetRange(from, to, OptionalLong.of(millis));
  }

  /** How many offsets it has. */
  public long length() {
    return to - from;
  }
}
