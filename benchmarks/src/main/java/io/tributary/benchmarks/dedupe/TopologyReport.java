package io.tributary.benchmarks.dedupe;

import io.tributary.benchmarks.process.Child;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.topic.DevicesTopics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.utils.Utils;

/**
 * The dedupe store in the real topology, on a real broker and with one stream thread: restored from
 * its changelog, and with readings going through while it holds so many ids.
 */
public final class TopologyReport {

  private static final long FED = 330_000;
  private static final long UNMEASURED = 30_000;
  private static final double MILLION = 1e6;

  private final Path folder;
  private final Path state;
  private final Child broker;
  private final FilledTopics topics;

  private TopologyReport(Path folder, Child broker, long many) {
    this.folder = folder;
    this.state = folder.resolve("state");
    this.broker = broker;
    long now = Ambient.system().nowMillis();
    Ids ids = new Ids(now - DevicesTopics.BATCH_ID_LIFE.toMillis(), many);
    topics = new FilledTopics(Processors.settings(broker.endpoint(), state), ids);
  }

  /** Arguments: a small and a large number of ids; 1000000 and 20000000 when there are none. */
  public static void main(String[] arguments) throws Exception {
    long few = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    long many = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20_000_000;
    Path folder = Files.createTempDirectory("tributary-dedupe");
    System.out.printf(
        "%s %d %d, flags %s, JDK %s, %d processors, load %.1f%n",
        TopologyReport.class.getName(),
        few,
        many,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        Ambient.jvmProperty("java.runtime.version", ""),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    try (Child broker = Child.broker(folder.resolve("kafka"))) {
      new TopologyReport(folder, broker, many).run(few, many);
    } finally {
      Utils.delete(folder.toFile());
    }
  }

  private void run(long few, long many) throws Exception {
    topics.create();
    try (Processors processors = new Processors(broker.endpoint(), state)) {
      System.out.printf("start without ids: %.1f s%n", processors.start().seconds());
      throughput();
    }
    topics.fillChangelog(0, few);
    System.out.printf(
        "changelog filled by a plain producer: %.1f bytes for each id%n",
        (double) changelogBytes() / (few + FED));
    double atFew = measure(few + FED);
    topics.fillChangelog(few, many);
    double atMany = measure(many + 2 * FED);
    System.out.printf("topology: rate at %,d / rate at %,d: %.2f%n", many, few, atMany / atFew);
    System.out.printf(
        "peak resident memory: %d MiB with the clients of this benchmark, broker %d MiB%n",
        Memory.peakMiB(), broker.peakMiB());
    topics.close();
  }

  /** Restores so many ids, and then lets readings through. */
  private double measure(long ids) throws Exception {
    Utils.delete(state.toFile());
    double rate;
    try (Processors processors = new Processors(broker.endpoint(), state)) {
      Processors.Start start = processors.start();
      System.out.printf(
          "restored %,d ids from the changelog: ready after %.1f s, %.2f s for each million%n",
          storedIds(), start.seconds(), start.seconds() / (ids / MILLION));
      System.out.printf("  readiness meanwhile: %s%n", start.answers());
      rate = throughput();
    }
    try (Processors processors = new Processors(broker.endpoint(), state)) {
      System.out.printf("start again after a clean stop: %.1f s%n", processors.start().seconds());
    }
    return rate;
  }

  private double throughput() throws IOException {
    long before = changelogBytes();
    double rate;
    try (Consumer<byte[], byte[]> readings = topics.readings()) {
      topics.feed(FED, Ambient.system().nowMillis());
      rate = FilledTopics.rate(readings, UNMEASURED, FED);
    }
    System.out.printf(
        "  readings per second: %,.0f; changelog bytes for each id: %.1f; load %.1f%n",
        rate,
        (double) (changelogBytes() - before) / FED,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    return rate;
  }

  /** Counted on disk, where a record has 28 bytes; what is not written yet is not counted. */
  private long storedIds() throws IOException {
    return Memory.disk(state, ".ids") / 28;
  }

  private long changelogBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> partitions = Files.walk(folder.resolve("kafka"))) {
      for (Path partition :
          partitions
              .filter(path -> path.getFileName().toString().startsWith(topics.changelog()))
              .toList()) {
        bytes += Memory.disk(partition, ".log");
      }
    }
    return bytes;
  }
}
