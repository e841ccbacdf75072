package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.server.Backend;
import io.tributary.harness.server.Broker;
import io.tributary.harness.server.Server;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Broker and DynamoDB of the backend, with all that {@code up --without gateway,processors,sink}
 * makes in them, and any number of each service as processes of their own.
 */
public final class SplitPipeline implements AutoCloseable {

  private static final String ANY_PORT = "127.0.0.1:0";

  private final Workplace place;
  private final Launcher launcher;
  private final List<Server> underneath;
  private final RunningProcess servers;
  private final Endpoints endpoints;
  private final Endpoints seenBySinks;
  private final Map<Role, List<Instance>> instances = new EnumMap<>(Role.class);
  private final AtomicInteger turn = new AtomicInteger();

  private SplitPipeline(
      Workplace place, Launcher launcher, Server kafka, UnaryOperator<Endpoints> beforeSinks) {
    this.place = place;
    this.launcher = launcher;
    for (Role role : Role.values()) {
      instances.put(role, new CopyOnWriteArrayList<>());
    }
    underneath = List.of(kafka, Backend.chosen().dynamo());
    List<String> up = new ArrayList<>(List.of("up", "--without", "gateway,processors,sink"));
    underneath.forEach(server -> up.addAll(server.flags()));
    up.addAll(List.of("--http", ANY_PORT));
    up.addAll(List.of("--data", place.serversFolder("servers").toString()));
    servers = launcher.start("servers", up);
    endpoints = Endpoints.of(servers.awaitReady());
    seenBySinks = beforeSinks.apply(endpoints);
  }

  /** Starts the servers and so many of each service, and waits until all answer. */
  public static SplitPipeline start(Workplace place, int ofEach) {
    return start(place, place.launcher(), ofEach);
  }

  /** The same with a launcher that has more in its environment. */
  public static SplitPipeline start(Workplace place, Launcher launcher, int ofEach) {
    return start(place, launcher, ofEach, UnaryOperator.identity());
  }

  /**
   * The same with something between the sinks and the servers.
   *
   * @param beforeSinks gives the endpoints that the sinks are told, from those that there are
   */
  public static SplitPipeline start(
      Workplace place, int ofEach, UnaryOperator<Endpoints> beforeSinks) {
    return start(place, place.launcher(), ofEach, beforeSinks);
  }

  /** The same with both. */
  public static SplitPipeline start(
      Workplace place, Launcher launcher, int ofEach, UnaryOperator<Endpoints> beforeSinks) {
    return start(new SplitPipeline(place, launcher, Backend.chosen().kafka(), beforeSinks), ofEach);
  }

  /** The same with a broker that is there already, and which it closes at its end. */
  public static SplitPipeline start(Workplace place, Broker broker, int ofEach) {
    return start(
        new SplitPipeline(place, place.launcher(), broker, UnaryOperator.identity()), ofEach);
  }

  private static SplitPipeline start(SplitPipeline pipeline, int ofEach) {
    for (Role role : Role.values()) {
      for (int i = 0; i < ofEach; i++) {
        pipeline.place(role).launch();
      }
    }
    pipeline.all().forEach(Instance::awaitReady);
    return pipeline;
  }

  /** Starts one more instance, with a folder of state of its own, and waits until it answers. */
  public Instance add(Role role) {
    Instance instance = place(role);
    instance.launch();
    instance.awaitReady();
    return instance;
  }

  /** The instances of a service, in the order in which they were first started. */
  public List<Instance> of(Role role) {
    return Objects.requireNonNull(instances.get(role));
  }

  /** Every instance. */
  public List<Instance> all() {
    return instances.values().stream().flatMap(List::stream).toList();
  }

  /** The gateways' addresses in turn. */
  public URI nextGateway() {
    List<Instance> gateways = of(Role.GATEWAY);
    return gateways.get(Math.floorMod(turn.getAndIncrement(), gateways.size())).http();
  }

  public Endpoints endpoints() {
    return endpoints;
  }

  public Launcher launcher() {
    return launcher;
  }

  /** Waits until everything accepted has been stored. */
  public void awaitDrained() {
    try {
      Drained.await(launcher, endpoints);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + lastWords(), e);
    }
  }

  @Override
  public void close() {
    all().forEach(Instance::close);
    servers.close();
    underneath.forEach(Server::close);
  }

  /** What those do and said last that should have gone on. */
  private String lastWords() {
    return all().stream()
        .filter(instance -> instance.role() != Role.GATEWAY)
        .map(
            instance ->
                "\n"
                    + instance
                    + " logged last:\n"
                    + instance.process().logTail()
                    + "\nand is at:\n"
                    + instance
                        .process()
                        .threads(instance.role() == Role.SINK ? "sink-" : "-StreamThread-"))
        .collect(Collectors.joining());
  }

  private Instance place(Role role) {
    List<Instance> others = of(role);
    int number = others.size() + 1;
    Endpoints seen = role == Role.SINK ? seenBySinks : endpoints;
    Instance instance =
        new Instance(role, number, launcher, seen, place.stateFolder(role.command() + number));
    others.add(instance);
    return instance;
  }
}
