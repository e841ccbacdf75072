package io.tributary.runtime.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parts started in order and closed in reverse order, all of them even if one fails. */
public abstract class Lifecycle implements Component {

  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

  private final Deque<Component> started = new ArrayDeque<>();
  private volatile List<Component> parts = List.of();

  /** A lifecycle of parts alone. */
  public static Lifecycle of(List<? extends Component> parts) {
    Lifecycle lifecycle = new Lifecycle() {};
    lifecycle.consistOf(parts);
    return lifecycle;
  }

  /** Sets the parts, before the start. */
  protected final void consistOf(List<? extends Component> all) {
    parts = List.copyOf(all);
  }

  @Override
  public void start() throws Exception {
    for (Component part : parts) {
      synchronized (started) {
        started.push(part);
      }
      part.start();
      log.debug("started {}", part);
    }
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return parts.stream().flatMap(part -> part.unreadyReasons().stream()).toList();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    Exception failure = null;
    for (Component part = next(); part != null; part = next()) {
      try {
        part.close(deadline);
        log.debug("closed {}", part);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = join(failure, e);
      } catch (Exception e) {
        failure = join(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable Component next() {
    synchronized (started) {
      return started.poll();
    }
  }

  private static Exception join(@Nullable Exception first, Exception next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
