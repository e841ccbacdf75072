package io.tributary.processors.dedupe;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Digests of processed events, each with the accepted_at_ms of its first event.
 *
 * <p>Repeats depend on the two events alone. Forgetting is only housekeeping: an id goes a day
 * after it cannot be repeated any more, by the newest accepted_at_ms and by the wall clock, so that
 * one wrong clock forgets nothing.
 */
public final class ProcessedIds implements StateStore {

  /** Largest difference between the clocks of gateways for which no id is forgotten too early. */
  static final Duration GRACE = Duration.ofDays(1);

  private final DigestStore digests;

  /** The store behind Streams' change logging. */
  private final KeyValueStore<Bytes, byte[]> logged;

  private final Duration remembered;

  ProcessedIds(DigestStore digests, KeyValueStore<Bytes, byte[]> logged, Duration remembered) {
    this.digests = digests;
    this.logged = logged;
    this.remembered = remembered;
  }

  /** Reads the files, unless that was done already. */
  void open() {
    digests.log();
  }

  boolean add(Digest digest, long acceptedAt) {
    OptionalLong first = digests.log().get(digest);
    if (first.isPresent() && acceptedAt - first.getAsLong() < remembered.toMillis()) {
      return false;
    }
    logged.put(Bytes.wrap(digest.bytes()), DigestStore.value(acceptedAt));
    return true;
  }

  /** Forgets old ids, a day of accepted_at_ms at a time. */
  void sweep(long newestAccepted, long wallClock) {
    digests.log().dropBefore(oldestKept(remembered, newestAccepted, wallClock));
  }

  /** The oldest relevant accepted_at_ms; any before the first event. */
  static long oldestKept(Duration remembered, long newestAccepted, long wallClock) {
    long now = Math.min(newestAccepted, wallClock);
    return now < 0 ? Long.MIN_VALUE : now - remembered.plus(GRACE).toMillis();
  }

  public long size() {
    return digests.log().size();
  }

  @Override
  public String name() {
    return logged.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    logged.init(context, root);
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    logged.commit(changelogOffsets);
  }

  @Override
  @SuppressWarnings("deprecation") // as long as Kafka Streams asks
  public boolean managesOffsets() {
    return logged.managesOffsets();
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition changelog) {
    return logged.committedOffset(changelog);
  }

  @Override
  public void close() {
    logged.close();
  }

  @Override
  public boolean persistent() {
    return logged.persistent();
  }

  @Override
  public boolean isOpen() {
    return logged.isOpen();
  }
}
