package io.tributary.launcher.generation;

import io.tributary.operations.generation.Generation;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running part of a service, in one generation after the other; at times there is none. */
final class RunningGeneration {

  private static final Logger log = LoggerFactory.getLogger(RunningGeneration.class);

  /** Time between two starts of a part that ended by itself. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final ServiceKind kind;
  private final Settings settings;
  private final Ambient ambient;
  private final Component whole;
  private final Meters idle = Meters.withJvm();
  private volatile @Nullable Work now;
  private Deadline again;

  private record Work(Generation generation, Meters meters, Component part) {}

  RunningGeneration(ServiceKind kind, Settings settings, Ambient ambient, Component whole) {
    this.kind = kind;
    this.settings = settings;
    this.ambient = ambient;
    this.whole = whole;
    this.again = Deadline.after(Duration.ZERO, ambient.ticker());
  }

  /** Starts the next part beside the present one if both may run, so that nothing stops. */
  void begin(Generation generation) throws Exception {
    again = Deadline.after(AGAIN, ambient.ticker());
    Work next = made(generation);
    Work before = kind.processes() ? null : now;
    if (before == null) {
      end();
      now = next;
    }
    try {
      next.part().start();
    } catch (Exception e) {
      now = before;
      closeOrderly(next);
      throw e;
    }
    now = next;
    log.info("{} runs in generation {}", kind.name(), generation.number());
    if (before != null) {
      closeOrderly(before);
    }
  }

  private Work made(Generation generation) {
    Meters meters = Meters.withJvm();
    try {
      Settings own = GenerationLog.in(settings, generation.number());
      return new Work(generation, meters, kind.maker().make(own, generation, meters, whole));
    } catch (RuntimeException e) {
      meters.close();
      throw e;
    }
  }

  /** Ends the present part. */
  void end() throws InterruptedException {
    Work ending = now;
    now = null;
    if (ending != null) {
      closeOrderly(ending);
    }
  }

  private void closeOrderly(Work ending) throws InterruptedException {
    try {
      ending.part().close(Deadline.after(kind.patience().ending(), ambient.ticker()));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      log.warn("{}: closing was not orderly", kind.name(), e);
    } finally {
      ending.meters().close();
    }
  }

  /** False without a running part. */
  boolean any() {
    return now != null;
  }

  /** Processors start again after every change, because of the marks. */
  boolean isIn(Generation generation) {
    Work current = now;
    return current != null
        && (kind.processes()
            ? generation.equals(current.generation())
            : generation.number() == current.generation().number());
  }

  /** True if the part has ended by itself and may start again. */
  boolean isToBeginAnew() {
    Work current = now;
    return current != null && current.part().hasEnded() && again.passed();
  }

  Meters meters() {
    Work current = now;
    return current == null ? idle : current.meters();
  }

  List<HealthReason> unreadyReasons() {
    Work current = now;
    return current == null ? List.of() : current.part().unreadyReasons();
  }

  /** Address of the running part, if it is a server. */
  Optional<HostPort> address() {
    Work current = now;
    return current != null && current.part() instanceof Server server
        ? Optional.of(server.address())
        : Optional.empty();
  }

  /** Ends the part for good. */
  void close(Deadline deadline) throws Exception {
    Work ending = now;
    try {
      if (ending != null) {
        ending.part().close(deadline);
      }
    } finally {
      if (ending != null) {
        ending.meters().close();
      }
      idle.close();
    }
  }
}
