package io.tributary.launcher.up;

import io.tributary.launcher.process.DiskSpace;
import io.tributary.operations.OperationException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in a child process. The child prints {@code ready <endpoint>}, among lines of Java
 * itself, and ends with its standard input, which this process holds open: the end of this process
 * ends the child.
 */
final class EmbeddedServer implements Component {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedServer.class);
  private static final String READY = "ready ";

  /** Usually seconds, 20 more for a predecessor on the same data; the rest is for busy machines. */
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(6);

  /** The server has stopped by then, and writes an archive of its classes. */
  private static final Duration ARCHIVING_LIMIT = Duration.ofMinutes(2);

  private final ServerPlan plan;
  private final Consumer<OperationException> onEnd;
  private @Nullable Process process;
  private volatile boolean closing;
  private volatile @Nullable OperationException death;
  private final CompletableFuture<Optional<String>> ready = new CompletableFuture<>();

  /**
   * A server.
   *
   * @param onEnd told the failure when the child ends by itself, also before it was ready
   */
  EmbeddedServer(ServerPlan plan, Consumer<OperationException> onEnd) {
    this.plan = plan;
    this.onEnd = onEnd;
  }

  /** Starts the child; {@link #endpoint} waits for it. */
  @Override
  public void start() throws IOException {
    Files.createDirectories(plan.temporaryFiles());
    Files.createDirectories(plan.log().toAbsolutePath().getParent());
    ProcessBuilder builder = new ProcessBuilder(plan.command());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(plan.log().toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("TRIBUTARY_"));
    // Each arena of the C library keeps unused native memory: one is enough.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process child = builder.start();
    synchronized (this) {
      process = child;
    }
    onDaemon(() -> read(child));
    CompletableFuture<Void> unused = child.onExit().thenAcceptBoth(ready, this::ended);
  }

  /** Endpoint that the child printed, such as {@code 127.0.0.1:9092}; waits for it. */
  String endpoint() throws InterruptedException {
    try {
      return ready
          .get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .orElseThrow(() -> failure("did not start"));
    } catch (TimeoutException e) {
      throw failure("did not start within " + START_LIMIT.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failure("does not answer");
    }
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing = true;
    Process child;
    synchronized (this) {
      child = process;
      process = null;
    }
    if (child == null) {
      return;
    }
    endInput(child);
    Duration orderly =
        ClassArchives.isWritten(plan.key())
            ? ARCHIVING_LIMIT
            : deadline.atMost(STOP_LIMIT).remaining();
    if (!child.waitFor(orderly.toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn("{} did not stop in time and is killed", plan.name());
      child.destroyForcibly().waitFor(1, TimeUnit.SECONDS);
    }
  }

  private OperationException failure(String what) {
    return OperationException.failed(
        "the embedded " + plan.name() + ' ' + what + ": " + cause().orElse("no reason given"));
  }

  /** A full disk, or the last line of the log. */
  private Optional<String> cause() {
    return DiskSpace.shortage(plan.temporaryFiles())
        .map(shortage -> plan.temporaryFiles() + ": " + shortage)
        .or(this::lastLogLine);
  }

  /** True once the child has printed its endpoint. */
  boolean wasReady() {
    return ready.getNow(Optional.empty()).isPresent();
  }

  /** Failure of a server that ended by itself; empty while none has. */
  Optional<OperationException> death() {
    return Optional.ofNullable(death);
  }

  private Optional<String> lastLogLine() {
    try {
      List<String> lines = Files.readAllLines(plan.log(), StandardCharsets.UTF_8);
      return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void ended(Process child, Optional<String> said) {
    if (!closing) {
      String end = "ended with exit code %d, see %s".formatted(child.exitValue(), plan.log());
      OperationException failure = failure(said.isPresent() ? end : "did not start");
      death = failure;
      onEnd.accept(failure);
    }
  }

  /**
   * Reads the child's output to its end, so that no pipe fills up. Warnings and crashes of Java go
   * to the log.
   */
  private void read(Process child) {
    String prefix = READY + plan.key() + '=';
    try {
      BufferedReader reader = child.inputReader(StandardCharsets.UTF_8);
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(prefix)) {
          String endpoint = line.substring(prefix.length());
          log.info("{} answers at {}, pid {}", plan.name(), endpoint, child.pid());
          ready.complete(Optional.of(endpoint));
        } else {
          Files.writeString(
              plan.log(), line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
      }
      ready.complete(Optional.empty());
    } catch (IOException e) {
      log.debug("reading the output of {} failed", plan.name(), e);
      ready.completeExceptionally(e);
    }
  }

  private static void endInput(Process child) {
    try (OutputStream input = child.getOutputStream()) {
      input.flush();
    } catch (IOException e) {
      log.debug("the child's input was closed already", e);
    }
  }

  private static void onDaemon(Runnable task) {
    Thread thread = new Thread(task, "child-output");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public String toString() {
    return plan.name();
  }
}
