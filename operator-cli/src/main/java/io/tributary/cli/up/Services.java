package io.tributary.cli.up;

import io.tributary.gateway.IngestPipeline;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The services in this process, started against the flow and closed along it: first nothing comes
 * in any more, then what is inside goes through.
 */
final class Services implements Component {

  private final EmbeddedServers servers;
  private final Set<Service> wanted;
  private final Ambient ambient;
  private @Nullable Lifecycle parts;
  private @Nullable IngestPipeline gateway;

  Services(EmbeddedServers servers, Set<Service> wanted, Ambient ambient) {
    this.servers = servers;
    this.wanted = Set.copyOf(wanted);
    this.ambient = ambient;
  }

  @Override
  public void start() throws Exception {
    Settings settings = servers.settings();
    List<Component> chosen = new ArrayList<>();
    if (wanted.contains(Service.SINK)) {
      chosen.add(new SinkPipeline(settings, ambient, Meters.withJvm()));
    }
    if (wanted.contains(Service.PROCESSORS)) {
      chosen.add(new ProcessorsPipeline(settings, ambient, Meters.withJvm()));
    }
    if (chosen.size() == 2) {
      chosen.add(new DrainOnClose(settings, () -> !servers.died()));
    }
    if (wanted.contains(Service.GATEWAY)) {
      IngestPipeline made = new IngestPipeline(settings, ambient, Meters.withJvm());
      chosen.add(made);
      gateway = made;
    }
    Lifecycle lifecycle = new Lifecycle(chosen);
    parts = lifecycle;
    lifecycle.start();
  }

  /** Where the gateway answers, if there is one. */
  Optional<HostPort> http() {
    return Optional.ofNullable(gateway).map(IngestPipeline::address);
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    Lifecycle running = parts;
    if (running != null) {
      running.close(deadline);
    }
  }

  @Override
  public String toString() {
    return "services " + wanted;
  }
}
