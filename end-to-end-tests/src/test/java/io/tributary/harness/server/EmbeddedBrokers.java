package io.tributary.harness.server;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One embedded broker or three, children of the tests. */
public final class EmbeddedBrokers implements Brokers {

  private static final String MAIN = "io.tributary.embedded.kafka.EmbeddedKafka";
  private static final String CLUSTER = "dHJpYnV0YXJ5LXRlc3Rz";

  private final Launcher launcher;
  private final List<List<String>> arguments = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<RunningProcess> processes = new ArrayList<>();

  private EmbeddedBrokers(Launcher launcher) {
    this.launcher = launcher;
  }

  /**
   * Starts them without topics.
   *
   * @param folders of each
   * @param free a free address for each, and for its controller
   */
  public static EmbeddedBrokers start(Launcher launcher, List<Path> folders, List<String> free) {
    // Any command builds what is missing or old.
    launcher.run(List.of("version"));
    EmbeddedBrokers brokers = new EmbeddedBrokers(launcher);
    int count = folders.size();
    for (int broker = 1; broker <= count; broker++) {
      String address = free.get(broker - 1);
      List<String> each = new ArrayList<>(List.of("--listen", address));
      each.addAll(List.of("--data", folders.get(broker - 1).toString()));
      if (count > 1) {
        each.addAll(List.of("--cluster", CLUSTER, "--node", Integer.toString(broker)));
        free.subList(count, 2 * count).forEach(port -> each.addAll(List.of("--controller", port)));
      }
      brokers.addresses.add(address);
      brokers.arguments.add(each);
      brokers.processes.add(brokers.launch(broker));
    }
    brokers.processes.forEach(RunningProcess::awaitReady);
    return brokers;
  }

  @Override
  public int number() {
    return processes.size();
  }

  @Override
  public String addresses() {
    return addresses.stream().collect(Collectors.joining(","));
  }

  @Override
  public void kill(int broker) {
    process(broker).kill();
  }

  @Override
  public void stop(int broker) {
    int code = process(broker).terminate();
    if (code != 0) {
      throw new AssertionError("broker " + broker + " ended with " + code);
    }
  }

  @Override
  public void freeze(int broker) {
    process(broker).freeze();
  }

  @Override
  public void thaw(int broker) {
    process(broker).thaw();
  }

  @Override
  public void startAgain(int broker) {
    startAgain(broker, Map.of());
  }

  @Override
  public void startAgain(int broker, Map<String, String> environment) {
    processes.set(
        broker - 1,
        launcher.with(environment).startEmbedded("kafka", MAIN, arguments.get(broker - 1)));
    process(broker).awaitReady();
  }

  @Override
  public void close() {
    processes.forEach(RunningProcess::close);
  }

  private RunningProcess process(int broker) {
    return processes.get(broker - 1);
  }

  private RunningProcess launch(int broker) {
    return launcher.startEmbedded("kafka", MAIN, arguments.get(broker - 1));
  }
}
