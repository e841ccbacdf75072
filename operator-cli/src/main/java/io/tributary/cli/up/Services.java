package io.tributary.cli.up;

import io.tributary.gateway.IngestPipeline;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services in this process, started at the same time and closed along the flow: first nothing
 * comes in any more, then what is inside goes through.
 */
final class Services implements Component {

  private static final Logger log = LoggerFactory.getLogger(Services.class);

  /** What the services leave of the time to close, so that the servers under them end orderly. */
  private static final Duration SERVERS_SHARE = Duration.ofSeconds(4);

  private final EmbeddedServers servers;
  private final Set<Service> wanted;
  private final Ambient ambient;
  private volatile @Nullable Component parts;
  private volatile @Nullable IngestPipeline gateway;
  private volatile boolean running;

  Services(EmbeddedServers servers, Set<Service> wanted, Ambient ambient) {
    this.servers = servers;
    this.wanted = Set.copyOf(wanted);
    this.ambient = ambient;
  }

  @Override
  public void start() throws Exception {
    Settings settings = servers.settings();
    List<Component> chosen = new ArrayList<>();
    Map<Service, Supplier<HostPort>> addresses = new EnumMap<>(Service.class);
    if (wanted.contains(Service.GATEWAY)) {
      IngestPipeline made = new IngestPipeline(settings, ambient, Meters.withJvm());
      chosen.add(made);
      gateway = made;
    }
    if (wanted.containsAll(Set.of(Service.PROCESSORS, Service.SINK))) {
      chosen.add(new DrainOnClose(settings, () -> running && !servers.died()));
    }
    if (wanted.contains(Service.PROCESSORS)) {
      ProcessorsPipeline made = new ProcessorsPipeline(settings, ambient, Meters.withJvm());
      chosen.add(made);
      addresses.put(Service.PROCESSORS, made::address);
    }
    if (wanted.contains(Service.SINK)) {
      SinkPipeline made = new SinkPipeline(settings, ambient, Meters.withJvm());
      chosen.add(made);
      addresses.put(Service.SINK, made::address);
    }
    Component together = new StartedTogether(chosen);
    parts = together;
    together.start();
    running = true;
    addresses.forEach(
        (service, address) ->
            log.info("{}: health and metrics at http://{}", service, address.get()));
  }

  @Override
  public List<HealthReason> check() {
    Component started = parts;
    return started == null
        ? List.of(new HealthReason("starting", "the services have not been started"))
        : started.check();
  }

  /** Where the gateway answers, if there is one. */
  Optional<HostPort> http() {
    return Optional.ofNullable(gateway).map(IngestPipeline::address);
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    Component started = parts;
    if (started != null) {
      parts = null;
      started.close(deadline.orAfter(deadline.remaining().minus(SERVERS_SHARE)));
    }
  }

  @Override
  public String toString() {
    return "services " + wanted;
  }
}
