package io.tributary.launcher.up;

import io.tributary.console.Console;
import io.tributary.console.ExampleTarget;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.generation.LiveService;
import io.tributary.launcher.up.UpSettings.Service;
import io.tributary.operations.Program;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.operations.status.Sampler;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services of this process. They start at the same time, the gateway listens last; they close
 * along the flow.
 */
final class Services implements Component {

  private static final Logger log = LoggerFactory.getLogger(Services.class);

  /** Time left to the servers. */
  private static final Duration SERVERS_SHARE = Duration.ofSeconds(4);

  private final EmbeddedServers servers;
  private final CreateMissing stores;
  private final Set<Service> without;
  private final RuntimeContext runtime;
  private final Console console;
  private volatile List<LiveService> shown = List.of();
  private volatile @Nullable Component parts;
  private volatile @Nullable LiveService gateway;
  private volatile boolean running;

  private record FutureComponent(Future<?> future) implements Component {

    @Override
    public void start() throws Exception {
      future.get();
    }
  }

  Services(EmbeddedServers servers, Set<Service> without, RuntimeContext runtime) {
    this.servers = servers;
    this.stores = new CreateMissing(servers, runtime);
    this.without = Set.copyOf(without);
    this.runtime = runtime;
    console =
        new Console(
            servers::settings, this::instances, Optional.empty(), this::exampleTarget, runtime);
  }

  /** The gateway, for pages that no other machine reaches. */
  private Optional<ExampleTarget> exampleTarget() {
    boolean alone = ops().filter(HostPort::isLoopback).isPresent();
    return http()
        .filter(address -> alone)
        .map(
            address ->
                new ExampleTarget(
                    URI.create("http://" + address),
                    servers.tokens(),
                    servers
                        .given()
                        .find(GatewaySettings.SECRETS_FILE)
                        .map(ProviderAccount::all)
                        .orElseGet(List::of)));
  }

  private List<Sampler.Instance> instances() {
    return shown.stream()
        .map(
            service ->
                new Sampler.Instance(
                    service.toString(), URI.create("http://" + service.ops()), true))
        .toList();
  }

  @Override
  public void start() throws Exception {
    Settings given = servers.given();
    List<Component> chosen = new ArrayList<>(List.of(stores));
    List<LiveService> behind = new ArrayList<>();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    if (!without.contains(Service.GATEWAY)) {
      LiveService made =
          LiveService.gateway(given, stores::withTopics, runtime, new FutureComponent(ready))
              .with(console);
      chosen.add(made);
      gateway = made;
    }
    if (!without.contains(Service.PROCESSORS) && !without.contains(Service.SINK)) {
      chosen.add(new DrainOnClose(servers::settings, () -> running && !servers.died()));
    }
    Optional<LiveService> processors =
        without.contains(Service.PROCESSORS)
            ? Optional.empty()
            : Optional.of(LiveService.processors(given, stores::withTopics, runtime));
    processors.ifPresent(behind::add);
    if (!without.contains(Service.SINK)) {
      behind.add(LiveService.sink(given, stores::withTables, runtime));
    }
    chosen.add(
        new BehindGateway(
            new InParallel(behind), stores::withTopics, processors, ready, runtime.ticker()));
    Component together = new InParallel(chosen, true);
    parts = together;
    shown = Stream.concat(Optional.ofNullable(gateway).stream(), behind.stream()).toList();
    together.start();
    running = true;
    tell(behind);
  }

  private void tell(List<LiveService> behind) {
    behind.forEach(
        service -> log.info("{}: health and metrics at http://{}", service, service.address()));
    ops()
        .ifPresent(
            address ->
                log.info(
                    "{}, in another terminal, and http://{}{}/ in a browser show what goes on",
                    Program.named("`tributary status`"),
                    address,
                    Console.PATH));
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    Component started = parts;
    return started == null
        ? List.of(new HealthReason("starting", "the services have not been started"))
        : started.unreadyReasons();
  }

  /** Addresses of all that listen, by the key of their setting. */
  Map<String, String> listeners() {
    Map<String, String> listeners = new HashMap<>();
    http().ifPresent(address -> listeners.put(GatewaySettings.LISTEN.key(), address.toString()));
    ops().ifPresent(address -> listeners.put(GatewaySettings.OPS_LISTEN.key(), address.toString()));
    shown.stream()
        .filter(service -> !service.toString().equals("gateway"))
        .forEach(service -> listeners.put(service + ".listen", service.address().toString()));
    return listeners;
  }

  /** Address of the gateway, if it runs. */
  Optional<HostPort> http() {
    return Optional.ofNullable(gateway).map(LiveService::address);
  }

  /** Address of the gateway's metrics and of the console, if it runs. */
  Optional<HostPort> ops() {
    return Optional.ofNullable(gateway).map(LiveService::ops);
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    Component started = parts;
    console.close(deadline);
    if (started != null) {
      parts = null;
      started.close(deadline.atMost(deadline.remaining().minus(SERVERS_SHARE)));
    }
  }

  @Override
  public String toString() {
    return "services";
  }
}
