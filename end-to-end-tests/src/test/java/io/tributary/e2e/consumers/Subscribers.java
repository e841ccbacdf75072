package io.tributary.e2e.consumers;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The documented programs, begun by the documents' own commands but for addresses and folders. */
final class Subscribers implements AutoCloseable {

  static final String RESULT = "readings-per-hour";

  private static final String DOCUMENTED_TOPIC = "devices.readings";
  private static final String DOCUMENTED_PLACE = "examples/node";
  private static final String DOCUMENTED_SCHEMAS = "examples/schemas";

  private final DocumentedCommands commands =
      new DocumentedCommands("docs/use/subscribing.md", "examples/README.md");
  private final Launcher launcher;
  private final NodePackages node;
  private final String brokers;
  private final Path schemas;
  private final Optional<String> registry;
  private final List<Reader> readers = new ArrayList<>();
  private final List<RunningProcess> others = new ArrayList<>();

  /**
   * Subscribers of a pipeline.
   *
   * @param folder for what they write
   * @param registry its URL, where the pipeline has one
   */
  Subscribers(Launcher launcher, Path folder, String brokers, Optional<String> registry)
      throws IOException {
    Files.createDirectories(folder);
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", Objects.requireNonNullElse(System.getenv("PATH"), ""));
    environment.put(
        "JAVA_TOOL_OPTIONS",
        "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + folder);
    this.launcher = launcher.with(environment);
    this.node = new NodePackages(folder.resolve("node"));
    this.brokers = brokers;
    this.schemas = folder.resolve("schemas");
    this.registry = registry;
  }

  /** Starts those that read until they are stopped. */
  void start(List<String> topics) throws IOException {
    if (!Files.exists(Launcher.ROOT.resolve("examples/target/examples.jar"))) {
      throw new AssertionError("examples are not built; run `mvn install -DskipTests` once");
    }
    readers.add(new Reader("PrintRecords", java("PrintRecords"), Printed::ofLine));
    others.add(java("ReadingsPerHour"));
    others.add(java("Assistant"));
    run("schemas save");
    boolean hasNode = node.install(launcher, here(commands.having("npm ci")));
    add("node", "read.mjs", topics, hasNode);
    add("python", "read.py", topics, hasPython());
  }

  /** A script that prints topics, where this machine can run it. */
  private void add(String name, String script, List<String> topics, boolean runs) {
    String line = here(commands.having(script)).replace(DOCUMENTED_TOPIC, join(topics));
    String url = registry.map(address -> "REGISTRY=" + address + ' ').orElse("");
    if (runs) {
      readers.add(
          new Reader(name, launcher.startShell(name, "exec env " + url + line), Printed::ofJson));
    }
  }

  private boolean hasPython() {
    if (!Tools.canRun("python3")) {
      return false;
    }
    String imports = "exec python3 -c 'import avro.io, confluent_kafka'";
    try (RunningProcess python = launcher.startShell("python-packages", imports)) {
      boolean there = python.awaitExit() == 0;
      if (!there) {
        System.out.println("NOT RUN: the example for Python, which lacks its packages");
      }
      return there;
    }
  }

  private RunningProcess java(String example) {
    String url = registry.map(address -> ' ' + address).orElse("");
    String command = here(commands.having("examples." + example + " ")) + url;
    return launcher.startShell(example, "exec " + command);
  }

  private static String join(List<String> topics) {
    return String.join(" ", topics);
  }

  /** Runs the command that has that in it, to its end. */
  private void run(String part) {
    ended(here(commands.having(part)));
  }

  private String ended(String line) {
    try (RunningProcess process = launcher.startShell("command", line)) {
      int code = process.awaitExit();
      if (code != 0) {
        throw new AssertionError(line + " ended with " + code + ":\n" + process.logTail());
      }
      return process.printed();
    }
  }

  /** The command, for this pipeline and with folders that are the test's. */
  private String here(String command) {
    return command
        .replace("127.0.0.1:9092", brokers)
        .replace(DOCUMENTED_PLACE + "/", node.folder() + "/")
        .replace(DOCUMENTED_PLACE + " ", node.folder() + " ")
        .replaceFirst(DOCUMENTED_PLACE + "$", node.folder().toString())
        .replace(DOCUMENTED_SCHEMAS, schemas.toString());
  }

  /** Records as kcat and {@code topics decode} print them; empty without kcat. */
  Optional<List<Printed>> kcat(List<String> topics) {
    String command = here(commands.having("kcat "));
    if (!Tools.canRun("kcat")) {
      return Optional.empty();
    }
    int pipe = command.lastIndexOf(" | ");
    String url = registry.map(address -> " --schema-registry-url " + address).orElse("");
    String each = command.substring(0, pipe).replace(DOCUMENTED_TOPIC, "$topic");
    String line =
        "set -o pipefail; for topic in %s; do %s; done%s"
            .formatted(join(topics), each, command.substring(pipe) + url);
    return Optional.of(ended(line).lines().map(Printed::ofJson).toList());
  }

  List<Reader> readers() {
    return readers;
  }

  /** Commands of the documents that nothing has run. */
  List<String> unused() {
    return commands.unused();
  }

  @Override
  public void close() {
    readers.forEach(reader -> reader.process().close());
    others.forEach(RunningProcess::close);
  }
}
