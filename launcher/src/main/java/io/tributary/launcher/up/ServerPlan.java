package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How an embedded server is started.
 *
 * @param name for people
 * @param key what its {@code ready} line calls its endpoint
 * @param command the child's command line
 * @param temporaryFiles folder for what the child unpacks; it must be there before the child is
 * @param log file for the child's standard error
 */
record ServerPlan(String name, String key, List<String> command, Path temporaryFiles, Path log) {

  private static final List<String> SMALL_AND_QUICK =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

  ServerPlan {
    command = List.copyOf(command);
  }

  /** One Kafka broker. */
  static ServerPlan kafka(Path home, Path data, HostPort listen) {
    return new ServerPlan(
        "Kafka",
        "kafka",
        command(
            home.resolve("embedded/kafka/target"),
            "embedded-kafka.jar",
            "io.tributary.embedded.kafka.EmbeddedKafka",
            data.resolve("tmp"),
            List.of("-Xmx384m"),
            List.of("--listen", listen.toString(), "--data", data.resolve("kafka").toString())),
        data.resolve("tmp"),
        data.resolve("logs/kafka.log"));
  }

  /** DynamoDB Local. */
  static ServerPlan dynamoDb(Path home, Path data, HostPort listen) {
    return new ServerPlan(
        "DynamoDB",
        "dynamodb",
        command(
            home.resolve("embedded/dynamodb/target"),
            "embedded-dynamodb.jar",
            "io.tributary.embedded.dynamodb.EmbeddedDynamoDb",
            data.resolve("tmp"),
            List.of("-Xmx512m"),
            List.of("--listen", listen.toString(), "--data", data.resolve("dynamodb").toString())),
        data.resolve("tmp"),
        data.resolve("logs/dynamodb.log"));
  }

  /** Apicurio Registry. */
  static ServerPlan registry(Path home, Path data, HostPort listen) {
    Path target = home.resolve("embedded/registry/target");
    return new ServerPlan(
        "schema registry",
        "registry",
        command(
            target,
            "embedded-registry.jar",
            "io.tributary.embedded.registry.EmbeddedRegistry",
            data.resolve("tmp"),
            List.of("-Xmx256m"),
            List.of(
                "--listen",
                listen.toString(),
                "--data",
                data.resolve("registry").toString(),
                "--server",
                target.resolve("server").toString())),
        data.resolve("tmp"),
        data.resolve("logs/registry.log"));
  }

  private static List<String> command(
      Path target, String jar, String main, Path temporary, List<String> heap, List<String> args) {
    if (!Files.exists(target.resolve(jar)) || !Files.isDirectory(target.resolve("lib"))) {
      throw OperationException.notFound(
          "the embedded servers are not built ("
              + target.resolve(jar)
              + " is missing); run mvn package. The launcher builds the schema registry where its"
              + " command line or environment asks for it, and does not look into settings files");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString());
    command.addAll(heap);
    command.addAll(SMALL_AND_QUICK);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-cp");
    command.add(
        target.resolve(jar) + File.pathSeparator + target.resolve("lib") + File.separator + '*');
    command.add(main);
    command.addAll(args);
    return command;
  }
}
