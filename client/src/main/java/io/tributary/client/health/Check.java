package io.tributary.client.health;

import java.util.List;

/**
 * How a consumer is.
 *
 * @param reasons why it has failed; or what it is held up by at the moment: brokers that have been
 *     silent for 10 seconds, topics that are not there, retries, one for each partition. Nothing in
 *     it is of a record's value, unless a handler's exception tells
 */
public record Check(State state, List<String> reasons) {

  /** What a consumer does. */
  public enum State {
    /** Nothing yet. */
    NEW,
    /** It waits for the group's answer: for a broker, or for others to give partitions up. */
    STARTING,
    /** It is a member of the group, perhaps without partitions. */
    RUNNING,
    /** It has stopped by itself, and left the group. */
    FAILED,
    /** It has been closed. */
    CLOSED
  }

  /** Keeps the reasons as they are. */
  public Check {
    reasons = List.copyOf(reasons);
  }

  /** Whether it works, or will as soon as it can. */
  public boolean isAlive() {
    return state == State.STARTING || state == State.RUNNING;
  }
}
