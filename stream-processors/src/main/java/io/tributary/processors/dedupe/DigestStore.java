package io.tributary.processors.dedupe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SegmentedDigestLog} as a store of Kafka Streams. Keys are digests, values 8 bytes of
 * accepted_at_ms. Forgetting goes through {@link #dropBefore} and not into the changelog, which has
 * its own retention.
 *
 * <p>Digests are written when they are put, and count when they are committed, together with the
 * offset of the changelog. So a store that was killed, or closed within a transaction that was
 * aborted, goes on from its last commit.
 *
 * <p>The files are opened at the first use: Streams also makes and closes a store just to read its
 * position.
 */
public final class DigestStore implements KeyValueStore<Bytes, byte[]> {

  private final String name;
  private final LongUnaryOperator oldestKept;
  private long newestRestored = Long.MIN_VALUE;
  private @Nullable Path folder;
  private @Nullable SegmentedDigestLog log;

  /** A store without forgetting by itself. */
  public DigestStore(String name) {
    this(name, newest -> Long.MIN_VALUE);
  }

  /**
   * A store that also forgets while it follows a changelog, as a standby does for months.
   *
   * @param oldestKept the oldest relevant accepted_at_ms, given the newest
   */
  DigestStore(String name, LongUnaryOperator oldestKept) {
    this.name = name;
    this.oldestKept = oldestKept;
  }

  /**
   * Reads all that is committed in the folder of a store, if it is one's.
   *
   * @throws java.io.UncheckedIOException if it is damaged
   */
  public static void check(Path folder) {
    if (DigestCommit.isIn(folder)) {
      SegmentedDigestLog.open(folder).close();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    folder = context.stateDir().toPath().resolve(name);
    BatchingStateRestoreCallback restore = this::restore;
    context.register(root, restore);
  }

  /** The log, open. */
  SegmentedDigestLog log() {
    if (log == null) {
      log = SegmentedDigestLog.open(folder());
    }
    return log;
  }

  private Path folder() {
    if (folder == null) {
      throw new IllegalStateException(name + " is not open");
    }
    return folder;
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    OptionalLong acceptedAt = log().get(Digest.of(key.get()));
    return acceptedAt.isPresent() ? value(acceptedAt.getAsLong()) : null;
  }

  @Override
  public void put(Bytes key, byte[] value) {
    log().put(Digest.of(key.get()), acceptedAt(value));
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
    byte[] present = get(key);
    if (present == null) {
      put(key, value);
    }
    return present;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    throw new UnsupportedOperationException("digests are forgotten by age");
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    throw new UnsupportedOperationException("digests have no order");
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw new UnsupportedOperationException("digests are looked up one by one");
  }

  /** Forgets older digests, by whole segments. */
  public void dropBefore(long oldest) {
    log().dropBefore(oldest);
  }

  @Override
  public long approximateNumEntries() {
    return log().size();
  }

  @Override
  @SuppressWarnings("deprecation") // as long as Kafka Streams asks
  public boolean managesOffsets() {
    return true;
  }

  /**
   * Commits all digests.
   *
   * @param changelogOffsets of one partition; none if the changelog is to be read from its start
   */
  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    Long offset = changelogOffsets.isEmpty() ? null : changelogOffsets.values().iterator().next();
    if (log != null || !Objects.equals(offset, committedOffset())) {
      log().commit(offset);
    }
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition changelog) {
    return committedOffset();
  }

  private @Nullable Long committedOffset() {
    if (log != null) {
      return log.committedOffset();
    }
    try {
      return DigestCommit.read(folder()).offset();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    SegmentedDigestLog closing = log;
    log = null;
    folder = null;
    if (closing != null) {
      closing.close();
    }
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return folder != null;
  }

  @Override
  public Position getPosition() {
    return Position.emptyPosition();
  }

  static byte[] value(long acceptedAt) {
    return ByteBuffer.allocate(Long.BYTES).putLong(acceptedAt).array();
  }

  private static long acceptedAt(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  /** A changelog that is not compacted yet holds an id several times; the greatest stays. */
  private void restore(Collection<KeyValue<byte[], byte @Nullable []>> records) {
    SegmentedDigestLog restoring = log();
    for (KeyValue<byte[], byte @Nullable []> record : records) {
      if (record.value != null) {
        long acceptedAt = acceptedAt(record.value);
        newestRestored = Math.max(newestRestored, acceptedAt);
        restoring.put(Digest.of(record.key), acceptedAt);
      }
    }
    restoring.dropBefore(oldestKept.applyAsLong(newestRestored));
  }
}
