package io.tributary.harness.process;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits for what must happen some time. A slow machine is late, not wrong, so that all waits have
 * one limit, after which it will not happen any more.
 */
public final class Eventually {

  /** Long enough for a machine that has much else to do. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  private Eventually() {}

  /** A wait for something that its condition shows. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT);
  }

  /**
   * A wait.
   *
   * @param what is waited for, as the failure names it
   */
  public static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(LIMIT);
  }
}
