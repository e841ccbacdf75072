package io.tributary.storm.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The command lines of a storm's programs.
 *
 * @param java path of the Java command
 * @param home the project's folder
 * @param folder for data and logs
 */
public record Programs(String java, Path home, Path folder) {

  private static final List<String> SMALL =
      List.of(
          "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable", "-Xlog:all=error:stderr");

  /**
   * A broker of a cluster.
   *
   * @param node 1 for the first
   * @param controllers port of each node's controller
   * @param advertised address that clients are told
   */
  public Program broker(int node, List<Integer> controllers, String advertised, String clusterId) {
    String voters =
        String.join(
            ",",
            IntStream.range(0, controllers.size())
                .mapToObj(i -> (i + 1) + "@127.0.0.1:" + controllers.get(i))
                .toList());
    return embedded(
        "kafka-" + node,
        "kafka",
        "io.tributary.embedded.kafka.EmbeddedKafka",
        List.of(
            "--node",
            Integer.toString(node),
            "--voters",
            voters,
            "--advertise",
            advertised,
            "--cluster-id",
            clusterId,
            "--listen",
            "127.0.0.1:0",
            "--data",
            data("kafka-" + node)));
  }

  /** DynamoDB Local. */
  public Program dynamoDb() {
    return embedded(
        "dynamodb",
        "dynamodb",
        "io.tributary.embedded.dynamodb.EmbeddedDynamoDb",
        List.of("--listen", "127.0.0.1:0", "--data", data("dynamodb")));
  }

  /**
   * A service, or a command of the command line.
   *
   * @param arguments the command's name first
   * @param environment its settings
   */
  public Program tributary(String name, List<String> arguments, Map<String, String> environment) {
    Path target = home.resolve("operator-cli/target");
    List<String> command = new ArrayList<>(List.of(java, "-Xmx256m"));
    command.addAll(SMALL);
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-Dtributary.home=" + home,
            "-cp",
            target.resolve("operator-cli.jar") + File.pathSeparator + target.resolve("lib") + "/*",
            "io.tributary.cli.Tributary"));
    command.addAll(arguments);
    Map<String, String> all = new HashMap<>(environment);
    all.put("TRIBUTARY_STATE_DIR", data("state-" + name));
    return new Program(name, command, all, logs());
  }

  private Program embedded(String name, String module, String main, List<String> arguments) {
    Path target = home.resolve("embedded").resolve(module).resolve("target");
    List<String> command = new ArrayList<>(List.of(java, "-Xmx512m"));
    command.addAll(SMALL);
    command.addAll(
        List.of(
            "-cp",
            target.resolve("embedded-" + module + ".jar")
                + File.pathSeparator
                + target.resolve("lib")
                + "/*",
            main));
    command.addAll(arguments);
    return new Program(name, command, Map.of("DDB_LOCAL_TELEMETRY", "0"), logs());
  }

  private String data(String name) {
    return folder.resolve(name).toString();
  }

  private Path logs() {
    return folder.resolve("logs");
  }
}
