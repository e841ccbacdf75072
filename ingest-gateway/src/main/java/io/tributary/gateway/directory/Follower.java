package io.tributary.gateway.directory;

import io.tributary.runtime.lifecycle.Component;
import java.util.concurrent.CompletableFuture;

/** Follows a topic on a thread of its own, or turn by turn on its caller's. */
public interface Follower extends Component {

  /**
   * Does all of the start but to follow, which is left to {@link #turn}.
   *
   * @return done when all that the log had is seen
   */
  CompletableFuture<Void> begin();

  /** One round; what Kafka can get over is tried again in the next. */
  void turn();
}
