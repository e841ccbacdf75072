package io.tributary.harness.server;

import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Apicurio Registry, started through its own main class, by a class loader that sees nothing of
 * ours. It keeps schemas in memory unless it is told of a file; H2 writes that so that it survives
 * a kill.
 */
final class ApicurioServer {
  private static final String MAIN = "io.quarkus.runner.GeneratedMain";
  private static final String PORT = "quarkus.http.port";

  /** Else a kill takes what was answered in the last half second, and its ids are given again. */
  private static final String AT_ONCE = ";WRITE_DELAY=0";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 50;
  private static final int OK = 200;

  private final Method main;
  private final Thread thread;

  private ApicurioServer(Method main, ClassLoader loader) {
    this.main = main;
    this.thread = new Thread(this::run, "registry");
    thread.setContextClassLoader(loader);
    thread.setDaemon(true);
  }

  /**
   * Loads the server, starts nothing.
   *
   * @throws UsageException if it is not there
   */
  static ApicurioServer unpackedIn(Path directory)
      throws IOException, ReflectiveOperationException {
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {runner(directory).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    return new ApicurioServer(loader.loadClass(MAIN).getMethod("main", String[].class), loader);
  }

  private static Path runner(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new UsageException("there is no server in " + directory);
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found =
          files.filter(file -> file.getFileName().toString().endsWith("-runner.jar")).toList();
      if (found.size() != 1) {
        throw new UsageException("there is no server in " + directory);
      }
      return found.get(0);
    }
  }

  /** Returns once it answers; with the port that port 0 has become. */
  LoopbackPort start(LoopbackPort listen, Path data) throws IOException, InterruptedException {
    settings(listen, data).forEach(System::setProperty);
    thread.start();
    HttpClient client = HttpClient.newHttpClient();
    long start = System.nanoTime();
    while (System.nanoTime() - start < START_LIMIT.toNanos()) {
      if (!thread.isAlive()) {
        throw new IOException("the registry has ended at its start");
      }
      LoopbackPort port = new LoopbackPort(Integer.getInteger(PORT, 0));
      if (port.number() > 0 && answers(client, port)) {
        return port;
      }
      thread.join(POLL_MILLIS);
    }
    throw new IOException("the registry does not answer");
  }

  /** A small pool and few threads do; nothing is sent to anybody. */
  private static Map<String, String> settings(LoopbackPort listen, Path data) {
    return Map.of(
        "quarkus.http.host",
        LoopbackPort.HOST,
        PORT,
        Integer.toString(listen.number()),
        "REGISTRY_DATASOURCE_URL",
        "jdbc:h2:file:" + data.resolve("registry") + AT_ONCE,
        "quarkus.datasource.jdbc.initial-size",
        "1",
        "quarkus.datasource.jdbc.min-size",
        "1",
        "quarkus.datasource.jdbc.max-size",
        "10",
        "quarkus.banner.enabled",
        "false",
        "quarkus.log.level",
        "WARN");
  }

  /** Its own shutdown hook ends it. */
  void awaitEnd() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      main.invoke(null, (Object) new String[0]);
    } catch (ReflectiveOperationException e) {
      System.err.println("the registry has failed: " + e.getCause());
    }
  }

  private static boolean answers(HttpClient client, LoopbackPort port) throws InterruptedException {
    HttpRequest ready =
        HttpRequest.newBuilder(URI.create("http://" + port + "/health/ready"))
            .timeout(PROBE_LIMIT)
            .build();
    try {
      return client.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
    } catch (IOException e) {
      return false;
    }
  }
}
