package io.tributary.runtime.ambient;

/** A monotonic clock. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since a fixed moment. */
  long nanos();
}
