package io.tributary.benchmarks;

import io.tributary.processors.dedupe.DigestStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Look-ups and inserts of new ids in a store that holds many, in one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(1)
public class DedupeBenchmark {

  private static final int WINDOW = 500_000;

  /** Ids between two commits; Streams commits every 100 ms. */
  private static final int CHUNK = 10_000;

  @Param({"digests", "rocksdb"})
  public String store = "digests";

  @Param("1000000")
  public int ids = 1_000_000;

  private Path folder = Path.of("");
  private KeyValueStore<Bytes, byte[]> open = new DigestStore("unused");
  private RememberedIds remembered = RememberedIds.until(0, 1);
  private List<RememberedIds.Id> window = List.of();
  private long inserted;
  private long heapBefore;

  /** Sizes for each id. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Sizes {
    public double heapBytes;
    public double diskBytes;
  }

  @Setup
  public void fill() throws IOException {
    folder = Files.createTempDirectory("tributary-dedupe");
    remembered = new RememberedIds(1_772_323_200_000L, RememberedIds.until(0, ids).apart());
    heapBefore = heap();
    open =
        store.equals("digests")
            ? new DigestStore(store)
            : Stores.persistentKeyValueStore(store).get();
    open();
    while (inserted < ids) {
      window = remembered.some(inserted, CHUNK);
      insert();
    }
  }

  private void open() {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "benchmark");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    StateStoreContext context =
        new MockProcessorContext<>(config, new TaskId(0, 0), folder.toFile())
            .getStateStoreContext();
    open.init(context, open);
  }

  @Setup(Level.Invocation)
  public void next() {
    window = remembered.some(inserted, WINDOW);
  }

  @Benchmark
  @OperationsPerInvocation(WINDOW)
  public long insert() {
    for (int i = 0; i < window.size(); i++) {
      RememberedIds.Id id = window.get(i);
      if (open.putIfAbsent(id.key(), id.value()) != null) {
        throw new IllegalStateException("a new id was taken for a repeat");
      }
      if (i % CHUNK == CHUNK - 1) {
        open.commit(Map.of());
      }
    }
    inserted += window.size();
    return inserted;
  }

  /** Closes the store and opens it again. */
  @Benchmark
  public long reopen() {
    open.close();
    open();
    return open.approximateNumEntries();
  }

  /** Measures sizes alone, once, as JMH adds them up. */
  @Benchmark
  @Measurement(iterations = 1)
  public void size(Sizes sizes) throws IOException {
    window = List.of();
    sizes.heapBytes = (heap() - heapBefore) / (double) inserted;
    try (Stream<Path> files = Files.walk(folder)) {
      sizes.diskBytes =
          files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum()
              / (double) inserted;
    }
  }

  private static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @TearDown
  public void delete() throws IOException {
    open.close();
    Utils.delete(folder.toFile());
  }
}
