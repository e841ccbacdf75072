package io.tributary.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A process that a test started, with its two streams in files. */
public final class RunningProcess implements AutoCloseable {

  private static final int LOG_TAIL = 4_000;
  private static final int FRAMES = 26;
  private static final int SIGINT = 2;
  private static final Duration DUMP_LIMIT = Duration.ofSeconds(10);

  private final RunStatistics statistics;
  private final String name;
  private final Process process;
  private final Path out;
  private final Path log;

  RunningProcess(RunStatistics statistics, String name, Process process, Path out, Path log) {
    this.statistics = statistics;
    this.name = name;
    this.process = process;
    this.out = out;
    this.log = log;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the ready line; fails at once when the process ends without one. */
  public ReadyLine awaitReady() {
    Eventually.await(name + " to be ready")
        .pollInterval(Duration.ofMillis(50))
        .until(() -> ready().isPresent() || !process.isAlive());
    return ready()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name + " ended with " + process.exitValue() + " instead:\n" + logTail()));
  }

  /** SIGKILL; returns when the process is gone. Its children are not touched. */
  public void kill() {
    Signal.KILL.sendTo(pid());
    awaitExit();
    statistics.add(RunStatistic.KILLED);
  }

  /** SIGSTOP: the process keeps its connections and does nothing. */
  public void freeze() {
    Signal.STOP.sendTo(pid());
    statistics.add(RunStatistic.FROZEN);
  }

  /** SIGCONT after {@link #freeze}. */
  public void thaw() {
    Signal.CONT.sendTo(pid());
    statistics.add(RunStatistic.THAWED);
  }

  /** SIGINT, as Ctrl-C sends it; fails where the process ignores it. */
  public void interrupt() {
    if ((ignoredSignals() & (1L << (SIGINT - 1))) != 0) {
      throw new IllegalStateException(
          name
              + " ignores SIGINT, as all do that a script has begun with &: run the tests without");
    }
    Signal.INT.sendTo(pid());
  }

  /** SIGTERM; returns the exit code, which is 1 for a process that did not close in time. */
  public int terminate() {
    Signal.TERM.sendTo(pid());
    int code = awaitExit();
    statistics.add(RunStatistic.TERMINATED);
    return code;
  }

  /** Waits for the end and returns the exit code. */
  public int awaitExit() {
    try {
      if (!process.waitFor(Eventually.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(name + " does not end:\n" + logTail());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Children and theirs, as of now. */
  public List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** Memory in use, in bytes, as the kernel counts it. */
  public long residentBytes() {
    return Long.parseLong(status("VmRSS:").replaceAll("[^0-9]", "")) * 1024;
  }

  private long ignoredSignals() {
    return Long.parseUnsignedLong(status("SigIgn:").strip(), 16);
  }

  /** What the kernel says after that word. */
  private String status(String word) {
    return read(Path.of("/proc", Long.toString(pid()), "status"))
        .lines()
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()))
        .findFirst()
        .orElseThrow();
  }

  /** The command line, words joined by blanks. */
  public String commandLine() {
    return read(Path.of("/proc", Long.toString(pid()), "cmdline")).replace('\0', ' ');
  }

  /** What it has printed on standard output. */
  public String printed() {
    return read(out);
  }

  /** What it has logged on standard error. */
  public String logged() {
    return read(log);
  }

  /** Ends it and its descendants the hard way, uncounted. */
  @Override
  public void close() {
    List<ProcessHandle> family = descendants();
    process.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
    awaitExit();
  }

  @Override
  public String toString() {
    return name + " (pid " + pid() + ", log " + log + ")";
  }

  private Optional<ReadyLine> ready() {
    return ReadyLine.in(printed());
  }

  /** The end of what it has logged. */
  public String logTail() {
    String text = logged();
    return text.substring(Math.max(0, text.length() - LOG_TAIL));
  }

  /**
   * What threads do right now whose names have that text in them: the name, and the innermost
   * frames.
   */
  public String threads(String name) {
    return Arrays.stream(dump().split("\n\n"))
        .filter(
            thread ->
                thread.startsWith("\"") && thread.lines().findFirst().orElse("").contains(name))
        .map(thread -> thread.lines().limit(FRAMES).collect(Collectors.joining("\n")))
        .collect(Collectors.joining("\n\n"));
  }

  /** As much as there is within {@link #DUMP_LIMIT}; a frozen process never answers. */
  private String dump() {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jstack");
    try {
      Path threads = Files.createTempFile("tributary-", ".threads");
      Process dumping =
          new ProcessBuilder(tool.toString(), Long.toString(pid()))
              .redirectErrorStream(true)
              .redirectOutput(threads.toFile())
              .start();
      if (!dumping.waitFor(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        dumping.destroyForcibly();
      }
      String dumped = read(threads);
      Files.delete(threads);
      return dumped;
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
