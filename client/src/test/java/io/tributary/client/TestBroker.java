package io.tributary.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The embedded broker in a process of its own, which ends with this one. */
final class TestBroker {

  private static final Path TARGET = Path.of("..", "embedded", "kafka", "target");
  private static @Nullable TestBroker shared;

  private final Process process;
  private final String address;

  private TestBroker(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** One for all tests of this process. */
  static synchronized TestBroker shared() {
    TestBroker running = shared;
    if (running == null) {
      running = start();
      shared = running;
    }
    return running;
  }

  /** Another one, with settings of the broker as {@code key=value}. */
  static TestBroker start(String... settings) {
    try {
      Path data = Files.createTempDirectory("client-test-broker");
      List<String> command = new ArrayList<>(java(classPath()));
      command.add("io.tributary.embedded.kafka.EmbeddedKafka");
      command.addAll(List.of("--listen", "127.0.0.1:0", "--data", data.toString()));
      for (String setting : settings) {
        command.addAll(List.of("--setting", setting));
      }
      Process process =
          new ProcessBuilder(command)
              .redirectError(data.resolveSibling(data.getFileName() + ".log").toFile())
              .start();
      return new TestBroker(process, awaitReady(process, "ready kafka="));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JVM like this one. */
  static List<String> java(String classPath) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.net.preferIPv4Stack=true",
        "-cp",
        classPath);
  }

  /** What follows on the line that begins so. */
  static String awaitReady(Process process, String prefix) throws IOException {
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(prefix)) {
        return line.substring(prefix.length());
      }
    }
    throw new AssertionError("ended without " + prefix);
  }

  private static String classPath() {
    Path jar = TARGET.resolve("embedded-kafka.jar");
    if (!Files.exists(jar)) {
      throw new AssertionError("embedded/kafka is not built; run `mvn install -DskipTests` once");
    }
    return jar + File.pathSeparator + TARGET.resolve("lib").resolve("*");
  }

  String address() {
    return address;
  }

  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
