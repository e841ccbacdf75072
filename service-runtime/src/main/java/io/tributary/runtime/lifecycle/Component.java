package io.tributary.runtime.lifecycle;

import io.tributary.runtime.health.HealthReason;
import java.util.List;

/**
 * A part that lives as long as its process. Made without I/O, started once, closed once or more.
 */
public interface Component {

  /** Does what I/O there is to do; returns when the part can work, or throws. */
  void start() throws Exception;

  /** Why the part cannot work right now; empty when it can. Cheap, and safe from any thread. */
  default List<HealthReason> check() {
    return List.of();
  }

  /** True once it has ended by itself, and only another like it can work. Safe from any thread. */
  default boolean hasEnded() {
    return false;
  }

  /** Finishes what is under way until the deadline, then lets go. A second call does nothing. */
  void close(Deadline deadline) throws Exception;
}
