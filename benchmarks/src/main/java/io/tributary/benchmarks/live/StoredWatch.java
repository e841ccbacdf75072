package io.tributary.benchmarks.live;

import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Looks for readings in their table, all that are missing in one request, until they can be read,
 * and measures how long that took since each was due. What is found counts as readable from the
 * answer on.
 */
final class StoredWatch implements AutoCloseable {

  private static final String TABLE = "device_readings";
  private static final int MOST_KEYS = 100;
  private static final long PAUSE_MILLIS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int DIGITS = 3;

  private final DynamoDbClient client;
  private final Queue<Expected> coming = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Thread thread = new Thread(this::look, "stored-watch");
  private volatile Histogram latency = newHistogram();
  private volatile boolean closed;

  /** Looks by that client, which stays the caller's to close. */
  StoredWatch(DynamoDbClient client) {
    this.client = client;
    thread.start();
  }

  /**
   * A reading that must come.
   *
   * @param counts whether its latency is recorded
   */
  private record Expected(ReadingKey key, long due, boolean counts) {

    Map<String, AttributeValue> item() {
      return Map.of(
          "hardware_id", AttributeValue.fromS(key.hardwareId()),
          "ts_batch", AttributeValue.fromS(key.tsBatch()));
    }
  }

  /** Looks for a reading from now on. */
  void expect(ReadingKey key, long due, boolean counts) {
    open.incrementAndGet();
    coming.add(new Expected(key, due, counts));
  }

  /** Waits for all of them; returns and forgets what was recorded, in nanoseconds. */
  Histogram await() throws InterruptedException, TimeoutException {
    long begun = System.nanoTime();
    while (open.get() > 0) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new TimeoutException(open.get() + " readings are not in their table");
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    Histogram recorded = latency;
    latency = newHistogram();
    return recorded;
  }

  private void look() {
    Map<Map<String, AttributeValue>, Expected> missing = new LinkedHashMap<>();
    try {
      while (!closed) {
        for (Expected next = coming.poll(); next != null; next = coming.poll()) {
          missing.put(next.item(), next);
        }
        List<Map<String, AttributeValue>> keys = new ArrayList<>(missing.keySet());
        for (int from = 0; from < keys.size(); from += MOST_KEYS) {
          find(keys.subList(from, Math.min(from + MOST_KEYS, keys.size())), missing);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void find(
      List<Map<String, AttributeValue>> keys, Map<Map<String, AttributeValue>, Expected> missing) {
    List<Map<String, AttributeValue>> found;
    try {
      found = read(keys);
    } catch (SdkException e) {
      // the next look comes soon, and what it finds has taken so much longer
      return;
    }
    long now = System.nanoTime();
    for (Map<String, AttributeValue> item : found) {
      Expected expected = missing.remove(new HashMap<>(item));
      if (expected != null && expected.counts()) {
        latency.recordValue(Math.max(0, now - expected.due()));
      }
      if (expected != null) {
        open.decrementAndGet();
      }
    }
  }

  private List<Map<String, AttributeValue>> read(List<Map<String, AttributeValue>> keys) {
    return client
        .batchGetItem(
            request ->
                request.requestItems(
                    Map.of(
                        TABLE,
                        KeysAndAttributes.builder()
                            .keys(keys)
                            .consistentRead(true)
                            .projectionExpression("hardware_id, ts_batch")
                            .build())))
        .responses()
        .getOrDefault(TABLE, List.of());
  }

  private static Histogram newHistogram() {
    return new ConcurrentHistogram(DIGITS);
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
