package io.tributary.harness.pipeline;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.process.RunningProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The whole pipeline by {@code up}, with one data folder, always on the same free ports. */
public final class WholePipeline implements AutoCloseable {

  private final Launcher launcher;
  private final List<String> arguments;
  private volatile RunningProcess process;
  private volatile ReadyLine ready;

  private WholePipeline(
      Launcher launcher, Path data, List<String> brokers, List<String> lastLogged) {
    this.launcher = launcher;
    this.arguments =
        Stream.concat(
                Stream.of("up", "--data", data.toString()),
                Stream.concat(
                    Stream.of("--http", Ports.freeAddress(), "--dynamodb", Ports.freeAddress()),
                    brokers.stream()))
            .toList();
    this.process = launch();
    for (String text : lastLogged) {
      RunningProcess starting = process;
      Eventually.await("a log with " + text).until(() -> starting.logged().contains(text));
      kill();
      process = launch();
    }
    this.ready = process.awaitReady();
  }

  /** Starts it on an empty folder. */
  public static WholePipeline start(Workplace place) {
    return start(place, place.launcher());
  }

  /** The same by that launcher. */
  public static WholePipeline start(Workplace place, Launcher launcher) {
    return start(launcher, place.serversFolder("up"));
  }

  /** Starts it on that folder, new topics with several partitions. */
  public static WholePipeline start(Launcher launcher, Path data) {
    return start(launcher, data, 6);
  }

  /** The same with that many partitions. */
  public static WholePipeline start(Launcher launcher, Path data, int partitions) {
    Launcher sized = launcher.with(Map.of("TRIBUTARY_TOPIC_PARTITIONS", "" + partitions));
    return new WholePipeline(sized, data, oneBroker(), List.of());
  }

  /** Starts it on an empty folder with three brokers. */
  public static WholePipeline startOnThreeBrokers(Workplace place) {
    List<String> three = List.of("--kafka", "127.0.0.1:0", "--brokers", "3");
    Launcher launcher = place.launcher().with(RestartablePipeline.SETTINGS);
    return new WholePipeline(launcher, place.clusterFolder("up"), three, List.of());
  }

  private static List<String> oneBroker() {
    return List.of("--kafka", Ports.freeAddress());
  }

  /** Starts it on an empty folder, after starts that were killed once they had logged a text. */
  public static WholePipeline startAfterKills(Workplace place, List<String> lastLogged) {
    Launcher launcher = place.launcher().with(Map.of("TRIBUTARY_LOG_LEVEL", "DEBUG"));
    return new WholePipeline(launcher, place.serversFolder("up"), oneBroker(), lastLogged);
  }

  /** SIGKILL; its servers must end with it. */
  public void kill() {
    List<ProcessHandle> children = process.descendants();
    if (children.isEmpty()) {
      throw new AssertionError("no broker");
    }
    process.kill();
    Eventually.await("children of a killed up to be gone")
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Starts it again on the same folder and the same ports, after its process has ended. */
  public void startAgain() {
    launchAgain();
    awaitReady();
  }

  /** The same, without waiting until it is ready. */
  public void launchAgain() {
    process = launch();
  }

  public void awaitReady() {
    ready = process.awaitReady();
  }

  public RunningProcess process() {
    return process;
  }

  /** The process of one of three brokers. */
  public ProcessHandle brokerProcess(int number) {
    return process.descendants().stream()
        .filter(child -> child.info().commandLine().orElse("").contains("--node " + number))
        .findFirst()
        .orElseThrow();
  }

  public ReadyLine ready() {
    return ready;
  }

  public URI http() {
    return URI.create(ready.get("http"));
  }

  public Endpoints endpoints() {
    return Endpoints.of(ready, launcher);
  }

  public Launcher launcher() {
    return launcher;
  }

  /** Runs commands with the environment of this pipeline. */
  public Launcher commands() {
    return launcher;
  }

  /** Waits until everything accepted has been stored. */
  public void awaitDrained() {
    Drained.await(commands(), endpoints());
  }

  @Override
  public void close() {
    process.close();
  }

  private RunningProcess launch() {
    return launcher.start("up", arguments);
  }
}
