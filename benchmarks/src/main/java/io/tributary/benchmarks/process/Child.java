package io.tributary.benchmarks.process;

import io.tributary.runtime.ambient.Ambient;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, which says {@code ready <what>=<endpoint>} and ends when its
 * standard input does, thus not after this process.
 */
public final class Child implements AutoCloseable {

  private static final Path EMBEDDED = Path.of("embedded");
  private static final Duration STOP = Duration.ofSeconds(15);

  private final Process process;
  private final String endpoint;

  private Child(Process process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** A Java process; its standard error goes to this process's. */
  public static Child java(List<String> flags, String classPath, List<String> main)
      throws IOException {
    return start(command(flags, classPath, main));
  }

  private static List<String> command(List<String> flags, String classPath, List<String> main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath));
    command.addAll(main);
    return command;
  }

  /** A broker with its data in that folder; this process runs in the project's folder. */
  public static Child broker(Path data) throws IOException {
    Path target = EMBEDDED.resolve("kafka/target");
    return java(
        List.of("-Xmx1g"),
        target.resolve("embedded-kafka.jar")
            + File.pathSeparator
            + target.resolve("lib").resolve("*"),
        List.of(
            "io.tributary.embedded.kafka.EmbeddedKafka",
            "--data",
            data.toString(),
            "--listen",
            "127.0.0.1:0"));
  }

  /** A DynamoDB server with its tables in that folder, with the options of the command. */
  public static Child dynamoDb(Path data) throws IOException {
    return java(
        List.of("@" + EMBEDDED.resolve("dynamodb/jvm.options")),
        Ambient.jvmProperty("java.class.path", ""),
        List.of(DynamoDbChild.class.getName(), data.toString()));
  }

  private static Child start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.start();
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

  /** Where it listens. */
  public String endpoint() {
    return endpoint;
  }

  /** The process. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Memory that it holds now, in MiB. */
  public long residentMiB() throws IOException {
    return status("VmRSS:");
  }

  /** The most memory that it has held, in MiB. */
  public long peakMiB() throws IOException {
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
