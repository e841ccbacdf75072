package io.tributary.runtime.kafka.format;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports records that wait for a missing schema: from the first failed read until the record is
 * read or found undecodable, or no read is tried for longer than any pause between tries. Any
 * thread may ask.
 */
final class SchemaOutage {

  private static final long TRIES_NANOS = Duration.ofSeconds(90).toNanos();
  private static final int ID_END = 5;

  /** The last missed schema; others are tried again, too. */
  private volatile @Nullable Missed last;

  private record Missed(int id, String message, long number) {}

  private final AtomicLong misses = new AtomicLong();

  /** The last seen miss, and its time, which only the caller knows. */
  private long seen;

  private long seenAt;

  /** Reads a record, and remembers a missing schema. */
  <T> T watch(byte[] bytes, Supplier<T> read) {
    try {
      T value = read.get();
      settle(bytes);
      return value;
    } catch (SchemaUnavailableException e) {
      last = new Missed(id(bytes), String.valueOf(e.getMessage()), misses.incrementAndGet());
      throw e;
    } catch (UndecodableException e) {
      settle(bytes);
      throw e;
    }
  }

  private void settle(byte[] bytes) {
    Missed missed = last;
    if (missed != null && missed.id() == id(bytes)) {
      last = null;
    }
  }

  private static int id(byte[] bytes) {
    return bytes.length < ID_END ? -1 : ByteBuffer.wrap(bytes).getInt(1);
  }

  synchronized List<HealthReason> unreadyReasons(Ticker ticker) {
    Missed missed = last;
    if (missed == null) {
      return List.of();
    }
    if (missed.number() != seen) {
      seen = missed.number();
      seenAt = ticker.nanos();
    }
    return ticker.nanos() - seenAt > TRIES_NANOS
        ? List.of()
        : List.of(new HealthReason("schema_unavailable", "records wait: " + missed.message()));
  }
}
