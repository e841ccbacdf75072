package io.tributary.storm.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A program in a process of its own. It can be killed, stopped and continued by signals, and
 * started again in its place. Its standard input stays open as long as this process lives; brokers
 * and DynamoDB end with it.
 */
public final class RunningProgram {

  private static final Duration READY_LIMIT = Duration.ofMinutes(5);
  private static final Duration END_LIMIT = Duration.ofSeconds(20);

  private final Program program;
  private @Nullable Process process;
  private CompletableFuture<String> ready = new CompletableFuture<>();
  private boolean suspended;
  private int starts;

  public RunningProgram(Program program) {
    this.program = program;
  }

  /** Starts the program without waiting for it. */
  public synchronized void start() {
    starts++;
    suspended = false;
    Path log = program.logs().resolve(program.name() + "-" + starts + ".log");
    ProcessBuilder builder = new ProcessBuilder(program.command());
    builder.environment().keySet().removeIf(RunningProgram::isForeign);
    builder.environment().putAll(program.environment());
    builder.redirectError(log.toFile());
    try {
      Files.createDirectories(program.logs());
      Process started = builder.start();
      process = started;
      CompletableFuture<String> line = new CompletableFuture<>();
      ready = line;
      Thread reader = new Thread(() -> read(started, line), program.name() + "-output");
      reader.setDaemon(true);
      reader.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + program.name(), e);
    }
  }

  private static boolean isForeign(String name) {
    return name.startsWith("TRIBUTARY_") || name.startsWith("AWS_") || name.equals("JAVA_OPTS");
  }

  /** Takes all output, so that the program never waits for a reader. */
  private static void read(Process process, CompletableFuture<String> ready) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("ready ")) {
          ready.complete(line);
        }
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.completeExceptionally(new IOException("it ended before it was ready"));
  }

  /**
   * Waits for the {@code ready} line and returns the address of that name in it.
   *
   * @throws IllegalStateException when the program ends before, or is not ready in five minutes
   */
  public String awaitReady(String name) throws InterruptedException {
    CompletableFuture<String> line;
    synchronized (this) {
      line = ready;
    }
    try {
      String said = line.get(READY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      return List.of(said.split(" ")).stream()
          .filter(word -> word.startsWith(name + "="))
          .map(word -> word.substring(name.length() + 1))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(said + " names no " + name));
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(program.name() + " is not ready: see " + program.logs(), e);
    }
  }

  /** True when it runs and is not suspended. */
  public synchronized boolean isRunning() {
    return process != null && process.isAlive() && !suspended;
  }

  /** True while it is suspended. */
  public synchronized boolean isSuspended() {
    return suspended;
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill() throws InterruptedException {
    Signal.KILL.sendTo(current().pid());
    end(Duration.ofSeconds(10));
  }

  /**
   * SIGTERM; returns the exit code, or empty when it has not ended in 20 seconds and was killed.
   */
  public Optional<Integer> terminate() throws InterruptedException {
    Signal.TERM.sendTo(current().pid());
    return end(END_LIMIT);
  }

  /** SIGSTOP: connections stay open and nothing is done. */
  public synchronized void suspend() throws InterruptedException {
    Signal.STOP.sendTo(current().pid());
    suspended = true;
  }

  /** SIGCONT after {@link #suspend}. */
  public synchronized void resume() throws InterruptedException {
    Signal.CONT.sendTo(current().pid());
    suspended = false;
  }

  private Optional<Integer> end(Duration limit) throws InterruptedException {
    Process ending = current();
    boolean ended = ending.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      ending.destroyForcibly().waitFor();
    }
    return ended ? Optional.of(ending.exitValue()) : Optional.empty();
  }

  /** Ends the process and its children at once. */
  public synchronized void close() {
    Process open = process;
    if (open != null) {
      open.descendants().forEach(ProcessHandle::destroyForcibly);
      open.destroyForcibly();
    }
  }

  private synchronized Process current() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException(program.name() + " has not been started");
    }
    return running;
  }

  @Override
  public String toString() {
    return program.name();
  }
}
