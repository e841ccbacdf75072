package io.tributary.runtime.ambient;

/** A monotonic clock, which a change of the wall clock does not move. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since some fixed moment. */
  long nanos();
}
