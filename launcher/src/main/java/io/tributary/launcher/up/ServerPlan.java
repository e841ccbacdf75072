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
import java.util.Comparator;
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

  /** A jar whose manifest names a folder; an archive of classes can hold the jars before it. */
  private static final String NAMES_A_FOLDER = "DynamoDBLocal-";

  private static final List<String> SMALL_AND_QUICK =
      List.of(
          "-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

  ServerPlan {
    command = List.copyOf(command);
  }

  enum Kind {
    KAFKA("Kafka", "kafka", "kafka", "kafka.EmbeddedKafka", "-Xmx384m"),
    DYNAMODB(
        "DynamoDB", "dynamodb", "dynamodb-local", "dynamodblocal.EmbeddedDynamoDb", "-Xmx512m");

    private final String title;
    private final String key;
    private final String module;
    private final String main;
    private final String heap;

    Kind(String title, String key, String module, String main, String heap) {
      this.title = title;
      this.key = key;
      this.module = module;
      this.main = "io.tributary.embedded." + main;
      this.heap = heap;
    }
  }

  /**
   * Start of a server of the build.
   *
   * @param home the project's folder
   * @param data folder of the pipeline
   */
  static ServerPlan of(Kind kind, Path home, Path data, HostPort listen) {
    Path target = home.resolve("embedded/" + kind.module + "/target");
    Path jar = target.resolve("embedded-" + kind.module + ".jar");
    Path lib = target.resolve("lib");
    if (!Files.exists(jar) || !Files.isDirectory(lib)) {
      throw OperationException.failed(
          "the embedded servers are not built (" + jar + " is missing); run mvn package");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString());
    command.add(kind.heap);
    command.addAll(SMALL_AND_QUICK);
    command.add("-Djava.io.tmpdir=" + data.resolve("tmp"));
    command.addAll(ClassArchives.options(kind.key));
    command.addAll(List.of("-cp", jar + File.pathSeparator + jars(lib)));
    command.add(kind.main);
    command.addAll(
        List.of("--listen", listen.toString(), "--data", data.resolve(kind.key).toString()));
    Path log = data.resolve("logs/" + kind.key + ".log");
    return new ServerPlan(kind.title, kind.key, command, data.resolve("tmp"), log);
  }

  private static String jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .sorted(
              Comparator.comparing((String file) -> file.contains(NAMES_A_FOLDER))
                  .thenComparing(Comparator.naturalOrder()))
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
