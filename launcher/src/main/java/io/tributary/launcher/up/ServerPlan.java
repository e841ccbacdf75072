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

  ServerPlan {
    command = List.copyOf(command);
  }

  enum Kind {
    KAFKA("Kafka", "kafka", "EmbeddedKafka"),
    DYNAMODB("DynamoDB", "dynamodb", "EmbeddedDynamoDb");

    private final String title;
    private final String module;
    private final String main;

    /**
     * A server.
     *
     * @param module of the build, and key of the endpoint
     */
    Kind(String title, String module, String main) {
      this.title = title;
      this.module = module;
      this.main = "io.tributary.embedded." + module + '.' + main;
    }
  }

  /**
   * Start of a server of the build.
   *
   * @param home the project's folder
   * @param data folder of the pipeline
   */
  static ServerPlan of(Kind kind, Path home, Path data, HostPort listen) {
    Path module = home.resolve("embedded").resolve(kind.module);
    Path jar = module.resolve("target/embedded-" + kind.module + ".jar");
    Path lib = module.resolve("target/lib");
    if (!Files.exists(jar) || !Files.isDirectory(lib)) {
      throw OperationException.failed(
          "the embedded servers are not built (" + jar + " is missing); run mvn package");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString());
    command.add("@" + module.resolve("jvm.options"));
    command.add("-Djava.io.tmpdir=" + data.resolve("tmp"));
    command.addAll(ClassArchives.options(kind.module));
    command.addAll(List.of("-cp", jar + File.pathSeparator + jars(lib)));
    command.add(kind.main);
    command.addAll(
        List.of("--listen", listen.toString(), "--data", data.resolve(kind.module).toString()));
    Path log = data.resolve("logs/" + kind.module + ".log");
    return new ServerPlan(kind.title, kind.module, command, data.resolve("tmp"), log);
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
