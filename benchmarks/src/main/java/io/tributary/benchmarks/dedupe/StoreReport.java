package io.tributary.benchmarks.dedupe;

import io.tributary.processors.dedupe.DigestStore;
import io.tributary.runtime.ambient.Ambient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The dedupe store alone, and Streams' plain RocksDB store in the same run, each filled with really
 * so many ids.
 */
public final class StoreReport {

  private static final int WINDOW = 500_000;
  private static final int RESTORED_AT_A_TIME = 1_000;
  private static final double MILLION = 1e6;

  private final Path folder;
  private final long few;
  private final long many;
  private final long manyOfRocksDb;

  private StoreReport(Path folder, long few, long many, long manyOfRocksDb) {
    this.folder = folder;
    this.few = few;
    this.many = many;
    this.manyOfRocksDb = manyOfRocksDb;
  }

  /**
   * Arguments: a small and a large number of ids, 1000000 and 20000000 when there are none; and how
   * many RocksDB gets in the end, the same when that is not said.
   */
  public static void main(String[] arguments) throws IOException {
    long few = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    long many = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20_000_000;
    long manyOfRocksDb = arguments.length > 2 ? Long.parseLong(arguments[2]) : many;
    Path folder = Files.createTempDirectory("tributary-dedupe");
    System.out.printf(
        "%s %d %d %d, flags %s, JDK %s, %d processors, load %.1f%n",
        StoreReport.class.getName(),
        few,
        many,
        manyOfRocksDb,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        Ambient.jvmProperty("java.runtime.version", ""),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    try {
      new StoreReport(folder, few, many, manyOfRocksDb).run();
    } finally {
      Utils.delete(folder.toFile());
    }
  }

  private void run() throws IOException {
    warmUp();
    StoreTrial.Rate[] own = fill("digests", new DigestStore("own"), many);
    restore(few);
    restore(many);
    System.out.printf("peak resident memory so far: %d MiB%n", Memory.peakMiB());
    StoreTrial.Rate[] plain =
        fill("RocksDB", Stores.persistentKeyValueStore("plain").get(), manyOfRocksDb);
    System.out.printf(
        "digests / RocksDB at %,d ids: %.2f%n", few, own[0].second() / plain[0].second());
    System.out.printf(
        "digests at %,d ids / RocksDB at %,d: %.2f%n",
        many, manyOfRocksDb, own[1].second() / plain[1].second());
    System.out.printf("peak resident memory: %d MiB%n", Memory.peakMiB());
  }

  private void warmUp() throws IOException {
    for (KeyValueStore<Bytes, byte[]> store :
        List.of(new DigestStore("warm"), Stores.persistentKeyValueStore("warm-plain").get())) {
      new StoreContext(folder).open(store);
      StoreTrial trial = new StoreTrial(store, new Ids(many));
      trial.fillTo(WINDOW);
      trial.run(WINDOW / 2, 10);
      store.close();
    }
  }

  /** Rates of look-up and insert, while the last ids before each fill go in. */
  private StoreTrial.Rate[] fill(String name, KeyValueStore<Bytes, byte[]> store, long last)
      throws IOException {
    long heapBefore = Memory.heap();
    Path home = Files.createDirectory(folder.resolve(name));
    StoreContext context = new StoreContext(home);
    context.open(store);
    StoreTrial trial = new StoreTrial(store, new Ids(many));
    StoreTrial.Rate[] rates = new StoreTrial.Rate[2];
    for (int i = 0; i < 2; i++) {
      long count = i == 0 ? few : last;
      trial.fillTo(count - WINDOW);
      rates[i] = trial.fillTo(count);
      System.out.printf("%s at %,d ids:%n", name, count);
      printRate("look-ups with inserts", rates[i]);
      System.out.printf(
          "  bytes for each id: %.1f on disk, %.1f of heap; resident %d MiB, load %.1f%n",
          (double) Memory.disk(home, "") / count,
          (double) (Memory.heap() - heapBefore) / count,
          Memory.residentMiB(),
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
      printRate("the same with 10% repeats", trial.run(WINDOW / 2, 10));
    }
    System.out.printf(
        "%s: rate at %,d / rate at %,d: %.2f, by processor time %.2f%n",
        name,
        last,
        few,
        rates[1].second() / rates[0].second(),
        rates[1].processorSecond() / rates[0].processorSecond());
    if (store instanceof DigestStore digests) {
      reopen(context, digests);
      drop(digests);
    }
    store.close();
    return rates;
  }

  private static void printRate(String what, StoreTrial.Rate rate) {
    System.out.printf(
        "  %s per second: %,.0f; per second of processor time: %,.0f%n",
        what, rate.second(), rate.processorSecond());
  }

  private static void reopen(StoreContext context, DigestStore store) {
    long count = store.approximateNumEntries();
    long begin = System.nanoTime();
    store.close();
    long closed = System.nanoTime();
    context.open(store);
    require(store.approximateNumEntries() == count);
    long opened = System.nanoTime();
    System.out.printf(
        "digests: close %.2f s, open %.2f s for each million ids%n",
        (closed - begin) / 1e9, (opened - closed) / 1e9 / (count / MILLION));
  }

  private void drop(DigestStore store) {
    long before = store.approximateNumEntries();
    long begin = System.nanoTime();
    store.dropBefore(new Ids(many).acceptedAt(0) + Duration.ofDays(1).toMillis());
    System.out.printf(
        "digests: dropped a day of %,d ids among %,d in %.0f ms%n",
        before - store.approximateNumEntries(), before, (System.nanoTime() - begin) / 1e6);
  }

  /** Through the callback that Streams calls with what it polls from the changelog. */
  private void restore(long count) throws IOException {
    DigestStore store = new DigestStore("restored");
    Path home = Files.createDirectory(folder.resolve("restored-" + count));
    StoreContext context = new StoreContext(home);
    context.open(store);
    BatchingStateRestoreCallback callback = (BatchingStateRestoreCallback) context.restore();
    Ids ids = new Ids(many);
    long nanos = 0;
    for (long from = 0; from < count; from += RESTORED_AT_A_TIME) {
      List<KeyValue<byte[], byte[]>> records =
          Changelog.records(ids.keys(from, RESTORED_AT_A_TIME));
      long begin = System.nanoTime();
      callback.restoreAll(records);
      nanos += System.nanoTime() - begin;
    }
    require(store.approximateNumEntries() == count);
    System.out.printf(
        "digests: restored %,d ids, %.2f s for each million%n",
        store.approximateNumEntries(), nanos / 1e9 / (count / MILLION));
    store.close();
    Utils.delete(home.toFile());
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("the store does not hold what was put into it");
    }
  }
}
