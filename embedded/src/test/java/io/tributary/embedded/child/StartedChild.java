package io.tributary.embedded.child;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A child as its parent sees it: a real process with the class path of the test or another, a pipe
 * to its standard input, and what it says on standard output and standard error.
 */
public final class StartedChild implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  private final Process process;
  private final Path scratch;
  private final Path errors;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private StartedChild(Process process, Path scratch, Path errors) {
    this.process = process;
    this.scratch = scratch;
    this.errors = errors;
    Thread reader = new Thread(this::readLines, "child-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts {@code main} in a JVM of the kind that runs the test. */
  public static StartedChild start(Class<?> main, String... arguments) throws IOException {
    return start(OWN_CLASS_PATH, main.getName(), List.of(arguments));
  }

  /** The same with another class path. */
  public static StartedChild start(String classPath, String main, List<String> arguments)
      throws IOException {
    Path scratch = Files.createTempDirectory("child");
    List<String> command = new ArrayList<>(javaCommand(classPath));
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add(main);
    command.addAll(arguments);
    Path errors = scratch.resolve("errors.log");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    return new StartedChild(process, scratch, errors);
  }

  /** The Java command up to, and without, the main class. */
  static List<String> javaCommand() {
    return javaCommand(OWN_CLASS_PATH);
  }

  private static List<String> javaCommand(String classPath) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath);
  }

  /** The next line on standard output, or null if none came in time. */
  public @Nullable String line(Duration limit) throws InterruptedException {
    return lines.poll(limit.toMillis(), MILLISECONDS);
  }

  /**
   * What follows {@code ready <name>=}; fails with the child's standard error if it does not come.
   */
  public String ready(String name) throws InterruptedException {
    String line = line(START_LIMIT);
    String prefix = "ready " + name + "=";
    if (line == null || !line.startsWith(prefix)) {
      throw new AssertionError("instead of ready: " + line + "\n" + errors());
    }
    return line.substring(prefix.length());
  }

  /** Lines on standard output that nobody has asked for yet. */
  public List<String> unread() {
    return List.copyOf(lines);
  }

  /** Everything on standard error so far. */
  public String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the child's standard input, as the death of its parent does. */
  public void leave() throws IOException {
    process.getOutputStream().close();
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** SIGKILL; returns once the process is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** The exit code; fails if the child does not end in time. */
  public int exitCode(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), MILLISECONDS)) {
      throw new AssertionError("still running after " + limit + "\n" + errors());
    }
    return process.exitValue();
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    kill();
    // A killed process leaves what it unpacked; what is in a folder goes before the folder.
    try (Stream<Path> left = Files.walk(scratch)) {
      for (Path file : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void readLines() {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // The process is gone: there are no more lines.
    }
  }
}
