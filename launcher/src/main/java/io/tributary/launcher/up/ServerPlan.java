package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.context.RuntimeContext;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Start of an embedded server.
 *
 * @param name for people
 * @param key of its endpoint in its {@code ready} line
 * @param command the child's command line
 * @param temporaryFiles folder for files that the child unpacks, needed before its start
 * @param log file for the child's standard error
 */
record ServerPlan(String name, String key, List<String> command, Path temporaryFiles, Path log) {

  private static final String KAFKA = "kafka";

  /** A small heap with a small young generation, and code of the quick compiler alone. */
  private static final List<String> SMALL_AND_QUICK =
      List.of(
          "-Xms32m",
          "-Xmn8m",
          "-Xmx384m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError");

  /** Replicas of the start's many partitions are made in half as many collections. */
  private static final String MORE_PARTITIONS = "-Xmn24m";

  ServerPlan {
    command = List.copyOf(command);
  }

  /**
   * Starts of the build's Kafka, a broker for each address.
   *
   * @param home the project's folder
   * @param data folder of the pipeline
   */
  static List<ServerPlan> brokers(
      Path home, Path data, List<HostPort> listeners, RuntimeContext runtime) {
    List<Path> folders = Brokers.folders(data, listeners.size());
    if (folders.size() == 1) {
      return List.of(broker(home, data, "Kafka", folders.get(0), listeners.get(0), List.of()));
    }
    List<HostPort> free = Brokers.free(2 * folders.size());
    List<String> cluster = new ArrayList<>(List.of("--cluster", Brokers.cluster(folders, runtime)));
    free.subList(0, folders.size())
        .forEach(controller -> cluster.addAll(List.of("--controller", controller.toString())));
    List<ServerPlan> brokers = new ArrayList<>();
    for (int number = 0; number < folders.size(); number++) {
      HostPort given = listeners.get(number);
      // An address that lasts: the broker may be started again.
      HostPort listen = given.port() == 0 ? free.get(folders.size() + number) : given;
      String node = Integer.toString(number + 1);
      List<String> more = new ArrayList<>(cluster);
      more.addAll(List.of("--node", node));
      brokers.add(broker(home, data, "broker " + node, folders.get(number), listen, more));
    }
    return brokers;
  }

  private static ServerPlan broker(
      Path home, Path data, String name, Path folder, HostPort listen, List<String> more) {
    Path jar = home.resolve("embedded/target/embedded.jar");
    Path lib = jar.resolveSibling("lib");
    if (!Files.exists(jar) || !Files.isDirectory(lib)) {
      throw OperationException.failed(
          "the embedded Kafka is not built (" + jar + " is missing); run mvn package");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(RuntimeContext.jvmProperty("java.home", ""), "bin", "java").toString());
    command.addAll(SMALL_AND_QUICK);
    if (!more.isEmpty()) {
      command.add(MORE_PARTITIONS);
    }
    command.add("-Djava.io.tmpdir=" + data.resolve("tmp"));
    command.addAll(ClassArchives.options(KAFKA, more.isEmpty()));
    command.addAll(List.of("-cp", jar + File.pathSeparator + jars(lib)));
    command.add("io.tributary.embedded.kafka.EmbeddedKafka");
    command.addAll(List.of("--listen", listen.toString(), "--data", folder.toString()));
    command.addAll(more);
    Path log = data.resolve("logs").resolve(folder.getFileName() + ".log");
    return new ServerPlan(name, KAFKA, command, data.resolve("tmp"), log);
  }

  private static String jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
