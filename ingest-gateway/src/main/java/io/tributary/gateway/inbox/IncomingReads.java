package io.tributary.gateway.inbox;

import java.util.List;

/** Messages marked as read. */
sealed interface IncomingReads {

  /**
   * These messages.
   *
   * @param ids each once
   */
  record Messages(List<String> ids) implements IncomingReads {}

  /**
   * Every message received until then.
   *
   * @param epochSeconds included
   */
  record Until(long epochSeconds) implements IncomingReads {}
}
