package io.tributary.benchmarks.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, which says {@code ready <what>=<endpoint>} and ends when its
 * standard input does, thus not after this process.
 */
final class Child implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(15);

  private final Process process;
  private final String endpoint;

  private Child(Process process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts it; its standard error goes to this process's. */
  static Child start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    String line = said.readLine();
    // Flags may make a JVM say something first
    while (line != null && !line.startsWith("ready ")) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("did not start: " + String.join(" ", command));
    }
    return new Child(process, line.substring(line.indexOf('=') + 1));
  }

  String endpoint() {
    return endpoint;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Memory that it holds now, in MiB. */
  long residentMiB() throws IOException {
    return status("VmRSS:");
  }

  /** The most memory that it has held, in MiB. */
  long peakMiB() throws IOException {
    return status("VmHWM:");
  }

  private long status(String field) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(-1);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
