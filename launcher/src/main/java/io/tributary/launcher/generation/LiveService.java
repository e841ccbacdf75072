package io.tributary.launcher.generation;

import io.tributary.gateway.IngestPipeline;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.health.OpsContent;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.health.OpsServer;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LiveGeneration;
import io.tributary.runtime.kafka.generation.LiveGenerationCache;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.version.Version;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service in the generation that is live at its start, with health and metrics. */
public final class LiveService implements Server {

  private static final Logger log = LoggerFactory.getLogger(LiveService.class);
  private static final long PAUSE_MILLIS = 1000;

  private final String name;
  private final Callable<LiveGeneration> live;
  private final Maker maker;
  private final OpsServer ops;
  private final Meters meters = Meters.withJvm();
  private volatile List<HealthReason> waiting = List.of();
  private volatile Optional<Lifecycle> parts = Optional.empty();
  private volatile Optional<Server> server = Optional.empty();

  /** Creates parts of a service, without I/O. */
  @FunctionalInterface
  interface Maker {

    /** The parts in the order of their start. */
    List<Component> make(LiveGeneration live, Meters meters);
  }

  LiveService(
      String name, HostPort ops, Callable<LiveGeneration> live, InstantSource clock, Maker maker) {
    this.name = name;
    this.live = live;
    this.maker = maker;
    this.ops = new OpsServer(ops, new OpsPages(this, () -> meters, clock));
  }

  public static LiveService gateway(Settings given, RuntimeContext runtime) {
    return gateway(given, reading(given), runtime, new Component() {});
  }

  /**
   * A gateway.
   *
   * @param live called at the start
   * @param before started before it listens
   */
  public static LiveService gateway(
      Settings given, Callable<LiveGeneration> live, RuntimeContext runtime, Component before) {
    return new LiveService(
        "gateway",
        GatewaySettings.opsListen(given),
        live,
        runtime.clock(),
        (found, meters) ->
            List.of(
                new HandoverWait(found.settings(), found.generation()),
                new IngestPipeline(found.settings(), runtime, meters, before)));
  }

  public static LiveService processors(Settings given, RuntimeContext runtime) {
    return processors(given, reading(given), runtime);
  }

  /**
   * Processors.
   *
   * @param live called at the start
   */
  public static LiveService processors(
      Settings given, Callable<LiveGeneration> live, RuntimeContext runtime) {
    return new LiveService(
        "processors",
        given.get(ProcessorsSettings.LISTEN),
        live,
        runtime.clock(),
        (found, meters) -> {
          requireRelease(found.generation());
          Settings settings = found.settings();
          return List.of(
              ProcessorsPipeline.of(
                  settings,
                  GenerationHandover.to(
                      found.generation(), new LiveGenerationCache(settings, runtime.ticker())),
                  runtime,
                  meters));
        });
  }

  public static LiveService sink(Settings given, RuntimeContext runtime) {
    return sink(given, reading(given), runtime);
  }

  /**
   * A sink.
   *
   * @param live called at the start
   */
  public static LiveService sink(
      Settings given, Callable<LiveGeneration> live, RuntimeContext runtime) {
    return new LiveService(
        "sink",
        given.get(SinkSettings.LISTEN),
        live,
        runtime.clock(),
        (found, meters) -> List.of(SinkPipeline.of(found.settings(), runtime, meters)));
  }

  /** Adds pages to those of health and metrics. */
  public LiveService with(OpsContent content) {
    ops.with(content);
    return this;
  }

  private static Callable<LiveGeneration> reading(Settings given) {
    return () -> GenerationLog.read(given);
  }

  @Override
  public void start() throws Exception {
    ops.start();
    LiveGeneration found = awaitLive();
    int named = found.settings().get(KafkaSettings.GENERATION);
    if (named != found.generation().number()) {
      throw OperationException.invalid(
          "generation %d is live, and services run in no other: leave --generation out"
              .formatted(found.generation().number()));
    }
    List<Component> made = maker.make(found, meters);
    server = made.stream().filter(Server.class::isInstance).map(Server.class::cast).findFirst();
    Lifecycle starting = Lifecycle.of(made);
    parts = Optional.of(starting);
    starting.start();
  }

  /** Waits while the log of generations is lost, until an operator names the live one. */
  private LiveGeneration awaitLive() throws Exception {
    while (true) {
      try {
        return live.call();
      } catch (LostGenerationsException e) {
        if (waiting.isEmpty()) {
          log.warn("{} waits: {}", name, e.getMessage());
        }
        waiting = List.of(new HealthReason("topic_replaced", String.valueOf(e.getMessage())));
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** Processors of an older release would apply older rules. */
  private static void requireRelease(Generation live) {
    Version own = Version.current();
    if (own.isOlderThan(new Version(live.release()))) {
      throw OperationException.failed(
          "this is release %s, and generation %d was made by release %s: upgrade the processors"
              .formatted(own.number(), live.number(), live.release()));
    }
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return parts
        .map(Lifecycle::unreadyReasons)
        .orElseGet(
            () ->
                waiting.isEmpty()
                    ? List.of(new HealthReason("starting", name + " has not been started"))
                    : waiting);
  }

  /** Address of the service; that of health and metrics if it has no other. */
  @Override
  public HostPort address() {
    return server.map(Server::address).orElseGet(ops::address);
  }

  /** Address of health and metrics. */
  public HostPort ops() {
    return ops.address();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    try {
      if (parts.isPresent()) {
        parts.get().close(deadline);
      }
    } finally {
      ops.close(deadline);
      meters.close();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
