package io.tributary.gateway;

import io.tributary.gateway.http.HttpApi;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time in which the entrance leads to a pipeline: the last of its parts to start and the first
 * to close. Whoever is the last to have it closes the entrance, too.
 */
final class Turn implements Component {

  private static final long LOOK_MILLIS = 20;

  private final Entrance entrance;
  private final HttpApi api;

  Turn(Entrance entrance, HttpApi api) {
    this.entrance = entrance;
    this.api = api;
  }

  @Override
  public void start() throws Exception {
    entrance.leadTo(api);
  }

  @Override
  public List<HealthReason> check() {
    return entrance.check();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    if (entrance.leadsTo(api)) {
      entrance.close(deadline);
      return;
    }
    while (!api.budget().isIdle() && !deadline.passed()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  @Override
  public String toString() {
    return "turn at the entrance";
  }
}
