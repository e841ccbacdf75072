package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.server.Brokers;
import io.tributary.harness.server.ContainerBrokers;
import io.tributary.harness.server.Containers;
import io.tributary.harness.server.EmbeddedBrokers;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brokers, DynamoDB with all that {@code up --without gateway,processors,sink} makes in both, and
 * any number of each service; all of them processes of their own.
 */
public final class SplitPipeline implements AutoCloseable {

  private final Workplace place;
  private final Launcher launcher;
  private final Brokers brokers;
  private final RunningProcess servers;
  private final Endpoints endpoints;
  private final Endpoints seenBySinks;
  private final Map<Role, List<Instance>> instances = new EnumMap<>(Role.class);
  private final Map<Role, Integer> made = new ConcurrentHashMap<>();

  private SplitPipeline(
      Workplace place, Launcher launcher, Brokers brokers, UnaryOperator<Endpoints> beforeSinks) {
    this.place = place;
    this.launcher = launcher;
    this.brokers = brokers;
    for (Role role : Role.values()) {
      instances.put(role, new CopyOnWriteArrayList<>());
    }
    List<String> up = new ArrayList<>(List.of("up", "--without", "gateway,processors,sink"));
    up.addAll(List.of("--bootstrap-servers", brokers.addresses()));
    up.addAll(List.of("--http", Ports.freeAddress()));
    up.addAll(List.of("--data", place.serversFolder("servers").toString()));
    up.addAll(List.of("--dynamodb", Ports.freeAddress()));
    servers = launcher.start("servers", up);
    endpoints = Endpoints.of(servers.awaitReady(), launcher);
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

  /** The same on three brokers. */
  public static SplitPipeline startOnThreeBrokers(Workplace place, int ofEach) {
    Brokers brokers = brokers(place, place.launcher(), 3);
    Launcher launcher =
        place
            .launcher()
            .with(RestartablePipeline.SETTINGS)
            .with(Map.of("TRIBUTARY_TOPIC_PARTITIONS", "3"))
            .with(Containers.settings());
    return start(new SplitPipeline(place, launcher, brokers, UnaryOperator.identity()), ofEach);
  }

  /**
   * The same with something between the sinks and the servers.
   *
   * @param beforeSinks gives the endpoints that the sinks are told, from those that there are
   */
  public static SplitPipeline start(
      Workplace place, Launcher launcher, int ofEach, UnaryOperator<Endpoints> beforeSinks) {
    Brokers broker = brokers(place, launcher, 1);
    return start(new SplitPipeline(place, launcher, broker, beforeSinks), ofEach);
  }

  private static Brokers brokers(Workplace place, Launcher launcher, int number) {
    if (Containers.areWanted()) {
      return ContainerBrokers.start(place.statistics(), Ports.free(3));
    }
    List<Path> folders = Stream.generate(() -> place.stateFolder("broker")).limit(number).toList();
    return EmbeddedBrokers.start(launcher, folders, Ports.freeAddresses(2 * number));
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

  /** Stops an instance in order, for good. */
  public void remove(Instance instance) {
    instance.stop();
    of(instance.role()).remove(instance);
  }

  /** An instance that is not yet launched, and that belongs to the caller alone. */
  public Instance beside(Role role, Launcher special) {
    return make(role, special);
  }

  /** The instances of a service, in the order in which they were first started. */
  public List<Instance> of(Role role) {
    return Objects.requireNonNull(instances.get(role));
  }

  /** Every instance. */
  public List<Instance> all() {
    return instances.values().stream().flatMap(List::stream).toList();
  }

  /** The address of the first gateway. */
  public URI gateway() {
    return of(Role.GATEWAY).get(0).http();
  }

  public Brokers brokers() {
    return brokers;
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
    brokers.close();
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
    Instance instance = make(role, launcher);
    of(role).add(instance);
    return instance;
  }

  private Instance make(Role role, Launcher by) {
    int number = made.merge(role, 1, Integer::sum);
    Endpoints seen = role == Role.SINK ? seenBySinks : endpoints;
    return new Instance(role, number, by, seen, place.stateFolder(role.command() + number));
  }
}
