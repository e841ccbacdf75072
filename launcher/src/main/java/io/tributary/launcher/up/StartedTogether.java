package io.tributary.launcher.up;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts that start at the same time, but are closed one after the other, all even if one fails. */
final class StartedTogether implements Component {

  private final List<Component> parts;

  /** Parts that have still to be started, in the order in which they are to be closed. */
  StartedTogether(List<? extends Component> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public void start() throws Exception {
    new InParallel(parts).start();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return parts.stream().flatMap(part -> part.unreadyReasons().stream()).toList();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    Exception failure = null;
    for (Component part : parts) {
      try {
        part.close(deadline);
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        failure = join(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static Exception join(@Nullable Exception first, Exception next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
