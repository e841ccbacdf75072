package io.tributary.client.health;

import java.util.List;

/**
 * State of a consumer.
 *
 * @param reasons cause of a failure; or current troubles: brokers silent for 10 seconds, missing
 *     topics, retries, one for each partition. Without any content of a record's value, unless a
 *     handler's exception has some
 */
public record Check(State state, List<String> reasons) {

  /** State of a consumer. */
  public enum State {
    /** Not started. */
    NEW,
    /** Waits for the group's answer: for a broker, or for members to give partitions up. */
    STARTING,
    RUNNING,
    /** Stopped by itself, and left the group. */
    FAILED,
    CLOSED
  }

  public Check {
    reasons = List.copyOf(reasons);
  }

  /** True while the consumer works, or will as soon as it can. */
  public boolean isAlive() {
    return state == State.STARTING || state == State.RUNNING;
  }
}
