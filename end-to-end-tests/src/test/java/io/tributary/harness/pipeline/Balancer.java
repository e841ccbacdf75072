package io.tributary.harness.pipeline;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.process.Deeds;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives the gateways in turn that were ready when last asked, as a load balancer does; all of them
 * while none is.
 */
public final class Balancer implements AutoCloseable {

  private static final long BETWEEN_CHECKS_MS = 250;

  private final SplitPipeline pipeline;
  private final HttpProbe http = HttpProbe.once(new Deeds());
  private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<URI> ready;

  /** Asks from now on; all gateways must have been ready once. */
  public Balancer(SplitPipeline pipeline) {
    this.pipeline = pipeline;
    this.ready = addresses();
    var ignored =
        checks.scheduleWithFixedDelay(this::check, 0, BETWEEN_CHECKS_MS, TimeUnit.MILLISECONDS);
  }

  /** Where the next request goes. */
  public URI next() {
    List<URI> candidates = ready;
    return candidates.get(Math.floorMod(turn.getAndIncrement(), candidates.size()));
  }

  @Override
  public void close() {
    checks.shutdownNow();
  }

  private void check() {
    List<URI> all = addresses();
    List<URI> answering = all.stream().filter(this::isReady).toList();
    ready = answering.isEmpty() ? all : answering;
  }

  private boolean isReady(URI gateway) {
    try {
      return http.get(gateway.resolve("/health/ready")).status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private List<URI> addresses() {
    return pipeline.of(Role.GATEWAY).stream().map(Instance::http).toList();
  }
}
