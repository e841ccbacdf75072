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
 * What a service does, whichever generation is live.
 *
 * @param ops where health with reasons and metrics are served
 * @param http where what is made listens, if it is a {@link Server}
 * @param processes true of what makes records of facts: it stands still while another generation
 *     takes over, never works beside another, and not in what a later release has made
 * @param condition what must be so before it begins to work in a generation
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
   * How long a service that works stays ready, or goes on.
   *
   * @param failing ready while it cannot start in the generation that is live
   * @param waiting ready while it may not start there yet, or cannot read which that is
   * @param ending what another has replaced goes on with what it had begun
   */
  public record Patience(Duration failing, Duration waiting, Duration ending) {

    /** Ready without limit. */
    public static final Duration ENDLESS = Duration.ofDays(36_500);
  }

  /** Condition for work in a generation. */
  @FunctionalInterface
  public interface Condition {

    Condition NONE = (settings, generation) -> true;

    /**
     * Asked until it is so.
     *
     * @param settings which name the generation
     */
    boolean isMet(Settings settings, Generation generation) throws InterruptedException;
  }

  /** Creates the part of a generation, without I/O. */
  @FunctionalInterface
  public interface Maker {

    /**
     * What is to be started.
     *
     * @param settings which name the generation
     * @param meters its own
     * @param whole the service, in whichever generation it is
     */
    Component make(Settings settings, Generation generation, Meters meters, Component whole);
  }
}
