package io.tributary.gateway.kit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
public final class MovedClock implements InstantSource {

  private final AtomicLong millis;

  MovedClock(Instant start) {
    this.millis = new AtomicLong(start.toEpochMilli());
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  /** So much later. */
  public void advance(Duration time) {
    millis.addAndGet(time.toMillis());
  }
}
