package io.tributary.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs {@code ./tributary …} as a person would: the launcher's pid becomes the service's. The
 * environment holds nothing of the tests' own but what is given here.
 */
public final class Launcher {

  /** Where the project is; tests run in their module's folder. */
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());
  private static final Set<RunningProcess> STARTED = ConcurrentHashMap.newKeySet();
  private static final AtomicInteger COUNT = new AtomicInteger();

  static {
    // A test run that is aborted must not leave brokers behind.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    STARTED.stream().filter(RunningProcess::isAlive).forEach(RunningProcess::close),
                "end-started-processes"));
  }

  private final RunStatistics statistics;
  private final Path logs;
  private final Map<String, String> environment;

  /**
   * A launcher for one test.
   *
   * @param logs folder for the streams of everything it starts
   * @param environment added to what is left of the tests' own
   */
  public Launcher(RunStatistics statistics, Path logs, Map<String, String> environment) {
    this.statistics = statistics;
    this.logs = logs;
    this.environment = Map.copyOf(environment);
  }

  /** The same launcher with more in the environment. */
  public Launcher with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(more);
    return new Launcher(statistics, logs, all);
  }

  /** The same launcher without a variable. */
  public Launcher without(String variable) {
    Map<String, String> rest = new HashMap<>(environment);
    rest.remove(variable);
    return new Launcher(statistics, logs, rest);
  }

  /** Prefix of the tables of all that it starts. */
  public String tablePrefix() {
    return environment.getOrDefault("TRIBUTARY_TABLE_PREFIX", "");
  }

  /** Starts a process that stays. */
  public RunningProcess start(String name, List<String> arguments) {
    RunningProcess started = launch(name, arguments);
    statistics.add(RunStatistic.STARTED);
    return started;
  }

  /**
   * Starts an embedded server as {@code up} does, but as the test's own child: it can end and be
   * started again while everything else goes on. It must have been built.
   *
   * @param server such as {@code kafka}
   * @param main its main class
   */
  public RunningProcess startEmbedded(String server, String main, List<String> arguments) {
    Path target = ROOT.resolve("embedded/target");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        String.join(
            ":",
            target.resolve("embedded.jar").toString(),
            target.resolve("lib") + "/*",
            ROOT.resolve("end-to-end-tests/target/test-classes").toString()));
    command.add(main);
    command.addAll(arguments);
    RunningProcess started = launch(server, command, Redirect.PIPE, logs);
    statistics.add(RunStatistic.STARTED);
    return started;
  }

  /** Runs a command to its end. */
  public Completed run(List<String> arguments) {
    try (RunningProcess command = launch(arguments.get(0), arguments)) {
      int code = command.awaitExit();
      return new Completed(String.join(" ", arguments), code, command.printed(), command.logged());
    }
  }

  /** Runs a command to its end in this JVM. */
  public Completed runInProcess(List<String> arguments) {
    return InProcessCommand.run(environment, arguments);
  }

  /** Starts a line of a document in the project's folder. */
  public RunningProcess startShell(String name, String line) {
    return startShell(name, line, ROOT);
  }

  /**
   * Starts a line of a document in a folder. If it is one command, that becomes the process, so
   * that signals reach it.
   */
  public RunningProcess startShell(String name, String line, Path folder) {
    RunningProcess started = launch(name, List.of("bash", "-c", line), NOTHING, folder);
    statistics.add(RunStatistic.STARTED);
    return started;
  }

  private RunningProcess launch(String name, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("tributary").toString());
    command.addAll(arguments);
    return launch(name, command, NOTHING, logs);
  }

  private RunningProcess launch(String name, List<String> command, Redirect input, Path folder) {
    String file = String.format("%03d-%s", COUNT.incrementAndGet(), name);
    Path out = logs.resolve(file + ".out");
    Path log = logs.resolve(file + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(input)
            .redirectOutput(out.toFile())
            .redirectError(log.toFile());
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(key -> key.startsWith("TRIBUTARY_") || key.startsWith("AWS_"));
    // no other pipeline of the machine is found
    variables.put("XDG_RUNTIME_DIR", logs.toString());
    variables.putAll(environment);
    try {
      Files.createDirectories(logs);
      RunningProcess process = new RunningProcess(statistics, name, builder.start(), out, log);
      STARTED.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
