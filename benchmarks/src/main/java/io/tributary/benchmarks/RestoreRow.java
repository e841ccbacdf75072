package io.tributary.benchmarks;

import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/**
 * The time until processors without local state are ready behind a changelog of remembered ids,
 * beside a consumer that reads the changelog.
 */
final class RestoreRow {

  private static final RuntimeContext RUNTIME = RuntimeContext.system();

  private final Bed bed;
  private final String changelog;

  private RestoreRow(Bed bed) {
    this.bed = bed;
    this.changelog = bed.kafka().group("processors") + "-devices.readings-seen-changelog";
  }

  static void measure(Options options) throws Exception {
    int ids = options.count(20_000_000);
    try (Bed bed = new Bed(options)) {
      RestoreRow row = new RestoreRow(bed);
      row.start();
      RememberedIds.until(RUNTIME.nowMillis(), ids).fill(bed.kafka(), row.changelog, ids);
      new Comparison("restore of " + ids + " ids")
          .product("processors", () -> Results.of("s", row.start()))
          .limit("reader", () -> Results.of("s", row.read(ids)))
          .runOnce();
    }
  }

  /** Seconds from start to ready, without local state; makes missing changelogs. */
  private double start() throws Exception {
    Utils.delete(bed.folder().resolve("state").toFile());
    Component processors =
        ProcessorsPipeline.of(bed.settings(), GenerationHandover.FIRST, RUNTIME, new Meters());
    long begin = System.nanoTime();
    try {
      processors.start();
      while (!processors.unreadyReasons().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
      return (System.nanoTime() - begin) / 1e9;
    } finally {
      processors.close(Deadline.after(Duration.ofSeconds(60), RUNTIME.ticker()));
    }
  }

  private double read(long ids) {
    long begin = System.nanoTime();
    try (Consumer<byte[], byte[]> consumer = bed.kafka().reader("benchmark", Map.of())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(changelog).stream()
              .map(each -> new TopicPartition(each.topic(), each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (long read = 0; read < ids; ) {
        read += consumer.poll(Duration.ofSeconds(1)).count();
      }
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
