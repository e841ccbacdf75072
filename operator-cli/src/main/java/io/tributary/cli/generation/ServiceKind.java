package io.tributary.cli.generation;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import java.time.Duration;
import java.util.Optional;

/**
 * What a service does, whichever generation is live.
 *
 * @param pages where health and metrics are served; empty if what is made is a {@link Server} that
 *     serves them itself
 * @param processes true of what makes records of facts: it stands still while another generation
 *     takes over, never works beside another, and not in what a later release has made
 * @param patience how long it stays ready in a generation that is no longer live
 * @param condition what must be so before it leaves a generation for another
 */
public record ServiceKind(
    String name,
    Optional<Setting<HostPort>> pages,
    boolean processes,
    Duration patience,
    Condition condition,
    Maker maker) {

  /** Whether a service may go over to a generation. */
  @FunctionalInterface
  public interface Condition {

    /** Nothing has to be so. */
    Condition NONE = (settings, generation) -> true;

    /**
     * Asked until it is so.
     *
     * @param settings which name the generation
     */
    boolean isMet(Settings settings, Generation generation) throws InterruptedException;
  }

  /** Makes what works in a generation, without I/O. */
  @FunctionalInterface
  public interface Maker {

    /**
     * What is to be started.
     *
     * @param settings which name the generation
     * @param meters its own
     * @param pages about the service, in whichever generation it is
     */
    Component make(Settings settings, Generation generation, Meters meters, OpsPages pages);
  }
}
