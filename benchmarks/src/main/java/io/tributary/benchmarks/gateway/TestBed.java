package io.tributary.benchmarks.gateway;

import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.process.Machine;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A broker and the servers under measurement, each in a process of its own. */
final class TestBed implements AutoCloseable {

  private static final List<String> SERVICE_FLAGS =
      List.of("-Xmx1g", "-XX:+ExitOnOutOfMemoryError");
  private static final String GATEWAY = "gateway";
  private static final String NO_OP = "no-op";

  private final Path folder;
  private final List<Child> children = new ArrayList<>();
  private final Map<String, Child> servers = new LinkedHashMap<>();
  private final Child broker;
  private final Cluster cluster;
  private long requests;

  /** Starts all of it. */
  TestBed(Options options) throws Exception {
    folder = Files.createTempDirectory("tributary-benchmark");
    broker = Child.broker(folder);
    children.add(broker);
    cluster = Cluster.prepare(ServerChild.settings(broker.endpoint()));
    String own = Ambient.jvmProperty("java.class.path", "");
    serve(GATEWAY, options.gatewayFlags(), own, List.of(GATEWAY));
    if (options.hasOtherGateway()) {
      List<String> main = new ArrayList<>(List.of(GATEWAY));
      main.addAll(options.otherSettings());
      serve(
          "other gateway",
          List.of(),
          options.otherGateway().isEmpty() ? own : options.otherGateway(),
          main);
    }
    serve(NO_OP, List.of(), own, List.of(NO_OP));
  }

  private void serve(String name, List<String> flags, String classPath, List<String> arguments)
      throws IOException {
    List<String> all = new ArrayList<>(SERVICE_FLAGS);
    all.addAll(flags);
    List<String> main = new ArrayList<>(arguments);
    main.add(0, ServerChild.class.getName());
    main.add(2, broker.endpoint());
    Child server = Child.java(all, classPath, main);
    children.add(server);
    servers.put(name, server);
  }

  Map<String, Child> servers() {
    return servers;
  }

  Child broker() {
    return broker;
  }

  /** Warms everything up, so that the bare producer knows facts that the gateway has made. */
  List<Side> warmSides(Options options) throws Exception {
    List<Side> sides = new ArrayList<>();
    servers.forEach(
        (name, server) ->
            sides.add(
                new Side(
                    name,
                    new LoadClient(HostPort.parse(server.endpoint()).address()),
                    server.handle(),
                    name.equals(NO_OP) ? 0 : 1)));
    Map<Workload, List<ProducerRecord<byte[], byte[]>>> facts = new EnumMap<>(Workload.class);
    for (Workload workload : options.workloads()) {
      warmUp(sides, workload, options.warmUp());
      facts.put(workload, cluster.newestFacts());
    }
    BareProducer bare = new BareProducer(cluster.producer(), facts);
    Side last = new Side("bare producer", bare, ProcessHandle.current(), 1);
    for (Workload workload : options.workloads()) {
      warmUp(List.of(last), workload, options.warmUp().dividedBy(2));
    }
    sides.add(last);
    return sides;
  }

  private void warmUp(List<Side> sides, Workload workload, Duration time) throws Exception {
    for (Side side : sides) {
      run(side, workload, 64, Pace.closedLoop(time));
    }
  }

  /** One round; fails when the topic has not a fact for each answer. */
  Trial run(Side side, Workload workload, int connections, Pace pace) throws Exception {
    long factsBefore = cluster.facts();
    long sideCpu = Machine.cpu(side.process());
    long brokerCpu = Machine.cpu(broker.handle());
    long clientCpu = Machine.cpu(ProcessHandle.current());
    Round round = side.load().run(workload, connections, pace, requests);
    Trial trial =
        new Trial(
            round,
            Machine.cpu(side.process()) - sideCpu,
            Machine.cpu(broker.handle()) - brokerCpu,
            Machine.cpu(ProcessHandle.current()) - clientCpu);
    requests += round.answered() + round.failed();
    long stored = cluster.facts() - factsBefore;
    long least = round.answered() * side.factsPerRequest();
    long most = (round.answered() + round.failed()) * side.factsPerRequest();
    if (stored < least || stored > most) {
      throw new IllegalStateException(
          side.name() + ": " + stored + " facts stored of " + least + " to " + most);
    }
    return trial;
  }

  @Override
  public void close() throws Exception {
    cluster.close();
    for (int i = children.size() - 1; i >= 0; i--) {
      children.get(i).close();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
