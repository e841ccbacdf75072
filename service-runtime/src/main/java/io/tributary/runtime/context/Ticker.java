package io.tributary.runtime.context;

/** A monotonic clock. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since a fixed moment. */
  long nanos();
}
