package io.tributary.harness.server;

import com.github.dockerjava.api.DockerClient;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunStatistic;
import io.tributary.harness.process.RunStatistics;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;

/** Three brokers in containers of one network, with the settings of the embedded ones. */
public final class ContainerBrokers implements Brokers {

  private static final String IMAGE = "apache/kafka:" + System.getProperty("kafka.version");
  private static final Path SETTINGS =
      Launcher.ROOT.resolve("embedded/src/main/resources/io/tributary/embedded/kafka");
  private static final Set<String> OF_THE_CONTAINER =
      Set.of(
          "process.roles",
          "controller.listener.names",
          "inter.broker.listener.name",
          "listener.security.protocol.map");
  private static final int PORT = 9092;
  private static final int CONTROLLER_PORT = 9094;
  private static final String RUNNING = ".*Transitioning from RECOVERY to RUNNING.*";
  private static final int STOP_SECONDS = 60;

  private final RunStatistics statistics;
  private final DockerClient engine;
  private final Network network = Network.newNetwork();
  private final List<KafkaContainer> brokers = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  private ContainerBrokers(RunStatistics statistics, List<Integer> ports) {
    this.statistics = statistics;
    for (int broker = 1; broker <= ports.size(); broker++) {
      brokers.add(container(broker, ports));
      starts.add(1);
    }
    Startables.deepStart(brokers).join();
    engine = brokers.get(0).getDockerClient();
  }

  /**
   * Starts them without topics.
   *
   * @param ports free ones, which stay
   */
  public static ContainerBrokers start(RunStatistics statistics, List<Integer> ports) {
    return new ContainerBrokers(statistics, ports);
  }

  private KafkaContainer container(int broker, List<Integer> ports) {
    String voters =
        IntStream.rangeClosed(1, ports.size())
            .mapToObj(each -> "%d@%s:%d".formatted(each, name(each), CONTROLLER_PORT))
            .collect(Collectors.joining(","));
    int port = ports.get(broker - 1);
    KafkaContainer container =
        new KafkaContainer(IMAGE)
            .withNetwork(network)
            .withNetworkAliases(name(broker))
            .withEnv("KAFKA_HEAP_OPTS", "-Xms384m -Xmx384m")
            .withEnv("KAFKA_NODE_ID", Integer.toString(broker))
            .withEnv("KAFKA_CONTROLLER_QUORUM_VOTERS", voters)
            .withStartupTimeout(Eventually.LIMIT)
            .withCreateContainerCmdModifier(command -> Containers.onLoopback(command, PORT, port));
    settings()
        .forEach(
            (key, value) ->
                container.withEnv(
                    "KAFKA_" + key.toString().toUpperCase(Locale.ROOT).replace('.', '_'),
                    value.toString()));
    return container;
  }

  private static String name(int broker) {
    return "kafka-" + broker;
  }

  private static Properties settings() {
    Properties settings = new Properties();
    Stream.of("broker.properties", "three-brokers.properties")
        .forEach(
            file -> {
              try (Reader reader = Files.newBufferedReader(SETTINGS.resolve(file))) {
                settings.load(reader);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    settings.keySet().removeAll(OF_THE_CONTAINER);
    return settings;
  }

  @Override
  public int number() {
    return brokers.size();
  }

  @Override
  public String addresses() {
    return brokers.stream()
        .map(KafkaContainer::getBootstrapServers)
        .collect(Collectors.joining(","));
  }

  @Override
  public void kill(int broker) {
    engine.killContainerCmd(id(broker)).exec();
    Eventually.await("the broker to be gone").until(() -> !brokers.get(broker - 1).isRunning());
    statistics.add(RunStatistic.KILLED);
  }

  @Override
  public void stop(int broker) {
    engine.stopContainerCmd(id(broker)).withTimeout(STOP_SECONDS).exec();
    statistics.add(RunStatistic.TERMINATED);
  }

  @Override
  public void freeze(int broker) {
    engine.pauseContainerCmd(id(broker)).exec();
    statistics.add(RunStatistic.FROZEN);
  }

  @Override
  public void thaw(int broker) {
    engine.unpauseContainerCmd(id(broker)).exec();
    statistics.add(RunStatistic.THAWED);
  }

  @Override
  public void startAgain(int broker) {
    engine.startContainerCmd(id(broker)).exec();
    int times = starts.get(broker - 1) + 1;
    starts.set(broker - 1, times);
    Wait.forLogMessage(RUNNING, times)
        .withStartupTimeout(Eventually.LIMIT)
        .waitUntilReady(brokers.get(broker - 1));
  }

  private String id(int broker) {
    return brokers.get(broker - 1).getContainerId();
  }

  @Override
  public void close() {
    brokers.forEach(KafkaContainer::stop);
    network.close();
  }
}
