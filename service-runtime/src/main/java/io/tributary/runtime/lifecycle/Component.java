package io.tributary.runtime.lifecycle;

import java.util.List;

/**
 * A part that lives as long as its process: made without I/O, started once, closed at least once.
 */
public interface Component {

  /** Does all I/O; returns once the part works, or throws. */
  default void start() throws Exception {}

  /** Reasons that the part cannot work right now. Cheap; any thread may ask. */
  default List<HealthReason> unreadyReasons() {
    return List.of();
  }

  /** Finishes pending work until the deadline, then releases all. A second call does nothing. */
  default void close(Deadline deadline) throws Exception {}
}
