package io.tributary.benchmarks;

import io.tributary.runtime.context.RuntimeContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Java process that says {@code ready name=endpoint}; ended with this one. */
final class Child implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("ready [^=]*=.*");
  private static final int STOP_SECONDS = 15;

  /** Code of the quick compiler alone: with all on one machine, a better one takes from others. */
  static final List<String> QUICK = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Process process;
  private final String ready;

  private Child(Process process, String ready) {
    this.process = process;
    this.ready = ready;
  }

  /**
   * Starts a process and waits until it is ready.
   *
   * @param main the class and its arguments
   */
  static Child start(List<String> flags, String classPath, List<String> main) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(RuntimeContext.jvmProperty("java.home", ""), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath));
    command.addAll(main);
    return start(command);
  }

  /** Starts a command of the project as people do. */
  static Child command(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("./tributary"));
    command.addAll(arguments);
    return start(command);
  }

  private static Child start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    builder.environment().put("JAVA_OPTS", String.join(" ", QUICK));
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (READY.matcher(line).matches()) {
        return new Child(process, line);
      }
    }
    throw new IOException("did not start: " + String.join(" ", command));
  }

  /** The first endpoint. */
  String endpoint() {
    return endpoint("");
  }

  String endpoint(String name) {
    Matcher endpoint = Pattern.compile(name + "=(\\S+)").matcher(ready);
    if (!endpoint.find()) {
      throw new IllegalStateException("no " + name + " in: " + ready);
    }
    return endpoint.group(1);
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Processor time of a process until now, in microseconds. */
  static double cpuMicros(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e3;
  }

  /** Ends it as {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
