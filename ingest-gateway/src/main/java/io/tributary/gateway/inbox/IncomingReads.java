package io.tributary.gateway.inbox;

import java.util.List;

/** Messages marked as read. */
sealed interface IncomingReads {

  /**
   * Single messages.
   *
   * @param ids distinct
   */
  record Messages(List<String> ids) implements IncomingReads {}

  /**
   * Messages received until then.
   *
   * @param epochSeconds included
   */
  record Until(long epochSeconds) implements IncomingReads {}
}
