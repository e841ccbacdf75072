package io.tributary.benchmarks.dedupe;

import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Looks up and inserts in one thread, through the interface that Streams uses. Ids are made
 * beforehand and not timed; their digests are timed.
 */
final class StoreTrial {

  /** Ids between two commits; Streams commits every 100 ms. */
  private static final int CHUNK = 10_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final KeyValueStore<Bytes, byte[]> store;
  private final Ids ids;
  private final Random random = new Random(20);
  private long inserted;

  StoreTrial(KeyValueStore<Bytes, byte[]> store, Ids ids) {
    this.store = store;
    this.ids = ids;
  }

  /**
   * Operations per second, and per second of the thread's processor time, which other work on the
   * machine does not take from it.
   */
  record Rate(double second, double processorSecond) {}

  /** Inserts until there are so many. */
  Rate fillTo(long count) {
    return run(count - inserted, 0);
  }

  /** As many operations, of which that part in a hundred repeats an earlier id. */
  Rate run(long operations, int repeatsInHundred) {
    long nanos = 0;
    long processorNanos = 0;
    for (long done = 0; done < operations; done += CHUNK) {
      int count = (int) Math.min(CHUNK, operations - done);
      int repeats = count * repeatsInHundred / 100;
      List<ReadingKey> fresh = ids.keys(inserted, count - repeats);
      List<ReadingKey> again =
          random.longs(repeats, 0, Math.max(inserted, 1)).mapToObj(ids::key).toList();
      long processorBegin = THREADS.getCurrentThreadCpuTime();
      long begin = System.nanoTime();
      require(insert(fresh) == fresh.size());
      require(insert(again) == 0);
      store.commit(Map.of());
      nanos += System.nanoTime() - begin;
      processorNanos += THREADS.getCurrentThreadCpuTime() - processorBegin;
    }
    return new Rate(operations * 1e9 / nanos, operations * 1e9 / processorNanos);
  }

  long inserted() {
    return inserted;
  }

  private int insert(List<ReadingKey> keys) {
    int fresh = 0;
    for (ReadingKey key : keys) {
      Bytes digest = Bytes.wrap(Ids.digest(key).bytes());
      byte[] first = store.get(digest);
      long acceptedAt = key.timestampMs();
      if (first == null
          || acceptedAt - ByteBuffer.wrap(first).getLong()
              >= DevicesTopics.BATCH_ID_LIFE.toMillis()) {
        store.put(digest, ByteBuffer.allocate(Long.BYTES).putLong(acceptedAt).array());
        fresh++;
      }
    }
    inserted += fresh;
    return fresh;
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("the store took a new id for a repeat, or the reverse");
    }
  }
}
