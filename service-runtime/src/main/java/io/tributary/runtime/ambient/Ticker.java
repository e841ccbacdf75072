package io.tributary.runtime.ambient;

/** Time that only moves forward, whatever happens to the wall clock. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since some fixed moment. */
  long nanos();
}
