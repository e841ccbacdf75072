package io.tributary.launcher.generation;

import io.tributary.operations.generation.Generation;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import java.time.Duration;
import java.util.Optional;

/**
 * Kind of a service, in any generation.
 *
 * @param ops address of health and metrics
 * @param http address of the part, if it is a {@link Server}
 * @param processes true for processors: they pause for a successor, never run beside another
 *     generation, nor in one of a later release
 */
public record ServiceKind(
    String name,
    HostPort ops,
    Optional<HostPort> http,
    boolean processes,
    Patience patience,
    Condition condition,
    Maker maker) {

  /**
   * Times of a running service.
   *
   * @param failing ready while it cannot start in the live generation
   * @param waiting ready while it may not start there yet, or cannot read which is live
   * @param ending of a replaced part for its pending work
   */
  public record Patience(Duration failing, Duration waiting, Duration ending) {

    /** Ready without limit. */
    public static final Duration ENDLESS = Duration.ofDays(36_500);
  }

  /** Condition for work in a generation. */
  @FunctionalInterface
  public interface Condition {

    Condition NONE = (settings, generation) -> true;

    /** Asked until it is met. */
    boolean isMet(Settings settings, Generation generation) throws InterruptedException;
  }

  /** Creates the part of a generation, without I/O. */
  @FunctionalInterface
  public interface Maker {

    /**
     * Creates a part for a start.
     *
     * @param settings with the generation
     * @param whole the service in all generations
     */
    Component make(Settings settings, Generation generation, Meters meters, Component whole);
  }
}
