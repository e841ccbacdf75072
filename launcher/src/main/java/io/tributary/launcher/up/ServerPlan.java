package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
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

  /** A small heap with a small young generation, and code of the quick compiler alone. */
  private static final List<String> SMALL_AND_QUICK =
      List.of(
          "-Xms32m",
          "-Xmn8m",
          "-Xmx384m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError");

  ServerPlan {
    command = List.copyOf(command);
  }

  /**
   * Start of the build's Kafka.
   *
   * @param home the project's folder
   * @param data folder of the pipeline
   */
  static ServerPlan kafka(Path home, Path data, HostPort listen) {
    Path module = home.resolve("embedded/kafka");
    Path jar = module.resolve("target/embedded-kafka.jar");
    Path lib = module.resolve("target/lib");
    if (!Files.exists(jar) || !Files.isDirectory(lib)) {
      throw OperationException.failed(
          "the embedded Kafka is not built (" + jar + " is missing); run mvn package");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString());
    command.addAll(SMALL_AND_QUICK);
    command.add("-Djava.io.tmpdir=" + data.resolve("tmp"));
    command.addAll(ClassArchives.options("kafka"));
    command.addAll(List.of("-cp", jar + File.pathSeparator + jars(lib)));
    command.add("io.tributary.embedded.kafka.EmbeddedKafka");
    command.addAll(
        List.of("--listen", listen.toString(), "--data", data.resolve("kafka").toString()));
    Path log = data.resolve("logs/kafka.log");
    return new ServerPlan("Kafka", "kafka", command, data.resolve("tmp"), log);
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
