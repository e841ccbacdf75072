package io.tributary.e2e.consumers;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.process.StandIns;
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

  private final DocumentedCommands commands =
      new DocumentedCommands("docs/consumers.md", "examples/README.md", "examples/node/README.md");
  private final Launcher launcher;
  private final NodePackages node;
  private final String brokers;
  private final Optional<String> registry;
  private final List<Reader> readers = new ArrayList<>();
  private final List<RunningProcess> others = new ArrayList<>();

  /**
   * Subscribers of a pipeline.
   *
   * @param folder for what they write
   */
  Subscribers(Launcher launcher, Path folder, String brokers, Optional<String> registry)
      throws IOException {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    Files.createDirectories(folder);
    if (!StandIns.isOn(path, "kcat")) {
      System.out.println("NOT RUN: kcat, which is not on the PATH; a stand-in on the JVM has read");
    }
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", StandIns.path(path, folder.resolve("tools")));
    environment.put(
        "JAVA_TOOL_OPTIONS",
        "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + folder);
    registry.ifPresent(url -> environment.put("TRIBUTARY_SCHEMA_REGISTRY_URL", url));
    this.launcher = launcher.with(environment);
    this.node = new NodePackages(folder.resolve("node"));
    this.brokers = brokers;
    this.registry = registry;
  }

  /** Starts those that read until they are stopped. */
  void start(List<String> topics) throws IOException {
    if (!Files.exists(Launcher.ROOT.resolve("examples/target/examples.jar"))) {
      throw new AssertionError("examples are not built; run `mvn install -DskipTests` once");
    }
    readers.add(new Reader("PrintRecords", java("PrintRecords"), Printed::ofLine, false));
    others.add(java("ReadingsPerHour"));
    if (node.install(launcher, here(commands.having("npm ci")))) {
      run("schemas save");
      String all = here(commands.having("read.mjs")).replace(DOCUMENTED_TOPIC, join(topics));
      String url = registry.map(at -> "REGISTRY=" + at + " ").orElse("");
      readers.add(
          new Reader(
              "node", launcher.startShell("node", "exec env " + url + all), Printed::ofJson, true));
    } else {
      commands.having("read.mjs");
      run("schemas save");
    }
  }

  /** Starts the assistant, which goes on where another one of its group has been. */
  RunningProcess startAssistant() {
    return java("Assistant");
  }

  private RunningProcess java(String example) {
    String command = here(commands.having("examples." + example + " "));
    return launcher.startShell(
        example, "exec " + command + registry.map(at -> " " + at).orElse(""));
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
        .replaceFirst(DOCUMENTED_PLACE + "$", node.folder().toString());
  }

  /** What kcat and {@code topics decode} make of these topics now. */
  List<Printed> kcat(List<String> topics) {
    String command = here(commands.having("kcat "));
    int pipe = command.lastIndexOf(" | ");
    String each = command.substring(0, pipe).replace(DOCUMENTED_TOPIC, "$topic");
    String line =
        "set -o pipefail; for topic in %s; do %s; done%s"
            .formatted(join(topics), each, command.substring(pipe));
    return ended(line).lines().map(Printed::ofJson).toList();
  }

  List<Reader> readers() {
    return readers;
  }

  /** Commands of the documents that nothing has run, but for another test's. */
  List<String> unused() {
    return commands.unused().stream()
        .filter(line -> !line.contains("examples.Assistant "))
        .toList();
  }

  @Override
  public void close() {
    readers.forEach(reader -> reader.process().close());
    others.forEach(RunningProcess::close);
  }
}
