package io.tributary.gateway;

import io.tributary.gateway.http.HttpApi;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The binding of a server to a pipeline: last to start, first to close. The last pipeline closes
 * the server, too.
 */
final class PipelineBinding implements Component {

  private static final long LOOK_MILLIS = 20;

  private final SwitchableHttpServer server;
  private final HttpApi api;

  PipelineBinding(SwitchableHttpServer server, HttpApi api) {
    this.server = server;
    this.api = api;
  }

  @Override
  public void start() throws Exception {
    server.switchTo(api);
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return server.unreadyReasons();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    if (server.isServing(api)) {
      server.close(deadline);
      return;
    }
    while (!api.budget().isIdle() && !deadline.passed()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }
}
