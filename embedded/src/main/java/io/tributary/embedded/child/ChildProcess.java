package io.tributary.embedded.child;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The life of a child process: it starts one server, says {@code ready <endpoint>} as its only line
 * on standard output, and ends when its standard input does, that is when its parent is gone, or on
 * SIGTERM. The stop is orderly for at most five seconds. Exit codes: 0 stopped, 1 never became
 * ready, 2 wrong arguments.
 */
public final class ChildProcess {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final Duration PREDECESSOR_LIMIT = Duration.ofSeconds(20);
  private static final int STOPPED = 0;
  private static final int NOT_STARTED = 1;
  private static final int WRONG_USAGE = 2;

  private final AtomicReference<@Nullable RunningServer> running = new AtomicReference<>();
  // A lock lives as long as its channel is reachable: the shutdown hook reaches this object.
  private final AtomicReference<@Nullable DirectoryLock> lock = new AtomicReference<>();

  private ChildProcess() {}

  /** Runs {@code server} until the parent goes or says so; standard output is the child's alone. */
  public static void run(ServerStart server) {
    PrintStream results = System.out;
    System.setOut(System.err);
    ChildProcess child = new ChildProcess();
    child.leaveTerminalSignalsToTheParent();
    Runtime.getRuntime().addShutdownHook(new Thread(child::shutDown, "child-stop"));
    Thread watch = new Thread(ChildProcess::endWithTheParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    child.start(server, results);
  }

  /**
   * Takes the data directory for this process alone, until it ends.
   *
   * @throws IOException if another process still holds it after 20 seconds
   */
  public void claim(Path directory) throws IOException, InterruptedException {
    claim(directory, PREDECESSOR_LIMIT);
  }

  /** The same, with another limit than 20 seconds. */
  void claim(Path directory, Duration limit) throws IOException, InterruptedException {
    lock.set(DirectoryLock.acquire(directory, limit));
  }

  private void start(ServerStart server, PrintStream results) {
    try {
      RunningServer started = server.start(this);
      running.set(started);
      results.println("ready " + started.endpoint());
      results.flush();
    } catch (UsageException e) {
      fail(e, WRONG_USAGE);
    } catch (Throwable e) {
      fail(e, NOT_STARTED);
    }
  }

  private static void fail(Throwable reason, int exitCode) {
    String message = Objects.requireNonNullElse(reason.getMessage(), reason.getClass().getName());
    System.err.println("cannot start: " + message.replaceAll("\\R", " "));
    Runtime.getRuntime().halt(exitCode);
  }

  private static void endWithTheParent() {
    byte[] ignored = new byte[256];
    try {
      while (System.in.read(ignored) >= 0) {
        // The parent has nothing to say; only the end counts.
      }
    } catch (IOException e) {
      // A broken pipe is an end as well.
    }
    System.exit(STOPPED);
  }

  private void shutDown() {
    RunningServer server = running.get();
    if (server == null) {
      Runtime.getRuntime().halt(NOT_STARTED);
      return;
    }
    Thread stop = new Thread(() -> close(server.stop()), "server-stop");
    stop.setDaemon(true);
    stop.start();
    try {
      stop.join(STOP_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(STOPPED);
  }

  private static void close(AutoCloseable server) {
    try {
      server.close();
    } catch (Exception e) {
      System.err.println("the stop was not orderly: " + e);
    }
  }

  /**
   * Control-C and a closed terminal reach the whole process group; the parent drains first and ends
   * its children itself. The type has no public replacement, hence reflection.
   */
  private void leaveTerminalSignalsToTheParent() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ignore = handler.getField("SIG_IGN").get(null);
      for (String name : List.of("INT", "HUP")) {
        Object given = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, given, ignore);
      }
    } catch (ReflectiveOperationException e) {
      System.err.println("terminal signals will end this process: " + e);
    }
  }
}
