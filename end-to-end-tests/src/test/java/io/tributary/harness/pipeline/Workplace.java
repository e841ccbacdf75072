package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.store.NamedDynamoDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Where one test works: folders of its own under {@code target}, emptied before, and the
 * environment that all of its processes share.
 */
public final class Workplace {

  /** The admin token that every pipeline of the tests has. */
  public static final String PEPPER = "fake-pepper-for-these-tests-alone";

  public static final String ADMIN_TOKEN = "fake-admin-token-for-these-tests-only";

  /** Many processes share few cores: small heaps and quick starts. */
  private static final String JAVA_OPTIONS = "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private static final Map<String, String> SECRETS =
      Map.of(
          "TRIBUTARY_ADMIN_TOKEN",
          ADMIN_TOKEN,
          "TRIBUTARY_FAKE_SECRETS",
          "true",
          "TRIBUTARY_API_KEY_PEPPER",
          PEPPER,
          "TRIBUTARY_CONFIRMATION_KEY",
          "fake-confirmation-key-for-tests-only");

  private static final Map<String, String> ALWAYS =
      Map.of(
          "AWS_ACCESS_KEY_ID", "fakeaccesskey",
          "AWS_SECRET_ACCESS_KEY", "fakesecretkey",
          // Registering thousands of figures with JMX takes half of a service's start.
          "TRIBUTARY_KAFKA_METRIC_REPORTERS", "",
          "TRIBUTARY_KAFKA_ENABLE_METRICS_PUSH", "false",
          "JAVA_OPTS", JAVA_OPTIONS);

  /** Packages of families' tests are in here, each named after its family. */
  private static final String FAMILIES = "io.tributary.e2e.";

  /** Linux has its files in memory here. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final long ROOM = 1L << 30;

  private final Path logs;
  private final Path data;
  private final String families;
  private final RunStatistics statistics = new RunStatistics();
  private final AtomicInteger folders = new AtomicInteger();
  private final Map<String, String> namedDynamoDb = NamedDynamoDb.environment();
  private final ServiceTokens serviceTokens;
  private final ChannelAccounts channelAccounts;

  private Workplace(String name, String families) {
    this.families = families;
    logs = Path.of("target", "e2e-logs", name).toAbsolutePath();
    data = Path.of("target", "e2e-data", name).toAbsolutePath();
    List.of(logs, data).forEach(Workplace::deleteAll);
    serviceTokens = new ServiceTokens(data);
    channelAccounts = new ChannelAccounts(data);
  }

  /** The workplace of a test class: if it is in a family's package, for that family alone. */
  public static Workplace of(Class<?> test) {
    return new Workplace(test.getSimpleName(), familyOf(test));
  }

  /** The same for one of several tests of a class. */
  public static Workplace of(Class<?> test, String part) {
    return new Workplace(test.getSimpleName() + '-' + part, familyOf(test));
  }

  /** The workplace of what several tests share, for all families. */
  public static Workplace named(String name) {
    return new Workplace(name, "all");
  }

  private static String familyOf(Class<?> test) {
    String name = test.getPackageName();
    return name.startsWith(FAMILIES) ? name.substring(FAMILIES.length()) : "all";
  }

  /** What has been done here so far. */
  public RunStatistics statistics() {
    return statistics;
  }

  /** The service tokens of everything that {@link #launcher} starts. */
  public ServiceTokens serviceTokens() {
    return serviceTokens;
  }

  /** The channel accounts of everything that {@link #launcher} starts. */
  public ChannelAccounts channelAccounts() {
    return channelAccounts;
  }

  /** Starts processes of its families with the tests' secrets and short Kafka time-outs. */
  public Launcher launcher() {
    return launcherWithoutSecrets()
        .with(SECRETS)
        .with(
            Map.of(
                "TRIBUTARY_SERVICE_TOKENS_FILE", serviceTokens.file().toString(),
                "TRIBUTARY_SECRETS_FILE", channelAccounts.file().toString()));
  }

  /** Likewise, but leaves the secrets to the process. */
  public Launcher launcherWithoutSecrets() {
    return new Launcher(statistics, logs, ALWAYS)
        .with(Map.of("TRIBUTARY_FAMILIES", families))
        .with(namedDynamoDb);
  }

  /** A path, not yet there, for a data folder. */
  public Path freshFolder(String name) {
    return data.resolve(folders.incrementAndGet() + "-" + name);
  }

  /** The same for all of {@code up}; what waits for the disk most is in memory, if possible. */
  public Path serversFolder(String name) {
    Path folder = freshFolder(name);
    linkToMemory(folder.resolve("kafka"));
    linkToMemory(folder.resolve("state"));
    return folder;
  }

  /** The same for {@code up} with three brokers. */
  Path clusterFolder(String name) {
    Path folder = freshFolder(name);
    List.of("kafka-1", "kafka-2", "kafka-3", "state")
        .forEach(part -> linkToMemory(folder.resolve(part)));
    return folder;
  }

  /** The same for state stores, in memory if possible. */
  public Path stateFolder(String name) {
    Path folder = freshFolder(name);
    linkToMemory(folder);
    return folder;
  }

  /**
   * Where files can be in memory, makes a path a link to a folder there. RocksDB waits for the disk
   * for each of a hundred stores that it opens, and Kafka for each of hundreds of partitions that
   * it makes; of a slow disk a test learns nothing.
   */
  private static void linkToMemory(Path folder) {
    if (Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ROOM) {
      try {
        Path inMemory = Files.createTempDirectory(MEMORY, "tributary-e2e-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAll(inMemory)));
        Files.createDirectories(Objects.requireNonNull(folder.getParent()));
        Files.createSymbolicLink(folder, inMemory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static void deleteAll(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
