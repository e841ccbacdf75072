package io.tributary.processors.state;

import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.store.BoundedScan;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.Revisions;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * States of one task with a limited life. A state's life depends on its expiry and the asking fact.
 * Eviction is only housekeeping, a day after both the newest accepted_at_ms and the wall clock say
 * so, because one of them may be wrong.
 */
public final class TtlStateStore<K, S extends SpecificRecordBase> {

  private static final long REVS_OF_A_SECOND = 100;
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(5);
  private static final Duration GRACE = Duration.ofDays(1);
  private static final long MILLIS = 1000;

  /** Limit of states that a fact may change: one transaction, and in memory meanwhile. */
  private static final int MOST_AT_ONCE = 10_000;

  private static final long MOST_BYTES_AT_ONCE = 32L * 1024 * 1024;

  private final StateDescriptor<K, S> kind;
  private final ValueFormat format;
  private final Meters meters;
  private final long firstRevOfAll;
  private final TaskStore<byte[]> store;
  private final ExpiryIndex index;

  /** Greatest accepted_at_ms of {@link #observeTime}; nothing is evicted before the first. */
  private long newest = Long.MIN_VALUE;

  /** States whose new lives win over the items of earlier generations. */
  public TtlStateStore(
      StateDescriptor<K, S> kind,
      TaskStores stores,
      ValueFormat format,
      int generation,
      Meters meters) {
    this.kind = kind;
    this.store = stores.open(kind.storeName());
    this.index = new ExpiryIndex(store, stores::wallClock);
    this.format = format;
    this.meters = meters;
    this.firstRevOfAll = Revisions.before(generation);
  }

  /** Store of a descriptor: values are 8 bytes of expiry before the state's bytes. */
  public static StoreBuilder<?> store(StateDescriptor<?, ?> kind) {
    return StateStores.ofBytes(kind.storeName(), kind.changelog());
  }

  /** Evicts expired states by a timer, without tombstones. */
  public TtlStateStore<K, S> evictingBy(TaskStores stores) {
    stores.every(SWEEP_EVERY, wallClock -> sweep(wallClock, dead -> {}, overdue -> {}));
    return this;
  }

  /**
   * Notes the time of a fact. Only gateway timestamps advance the eviction clock.
   *
   * @param at accepted_at_ms of the fact, epoch milliseconds
   */
  public void observeTime(long at) {
    newest = Math.max(newest, at);
  }

  /**
   * The state that is alive for a fact.
   *
   * @param at accepted_at_ms of the fact, epoch milliseconds
   */
  public Optional<S> find(String id, long at) {
    byte[] value = store.get(id);
    return value != null && isAlive(value, at) ? Optional.of(decoded(value)) : Optional.empty();
  }

  /**
   * The state that has ended for a fact and is not evicted yet.
   *
   * @param at accepted_at_ms of the fact, epoch milliseconds
   */
  public Optional<S> findDead(String id, long at) {
    byte[] value = store.get(id);
    return value == null || isAlive(value, at) ? Optional.empty() : Optional.of(decoded(value));
  }

  /**
   * All states that are alive for a fact, by id; {@link FactRefusedException} beyond the limits of
   * a transaction.
   *
   * @param prefix of their ids
   * @param among tells them from others with the prefix
   */
  public List<S> findAll(String prefix, Predicate<S> among, long at) {
    return findAll(prefix, among, at, MOST_BYTES_AT_ONCE);
  }

  /** The same with another limit of bytes. */
  public List<S> findAll(String prefix, Predicate<S> among, long at, long mostBytes) {
    List<S> found = new ArrayList<>();
    long bytes = 0;
    try (KeyValueIterator<String, byte[]> entries = store.prefixScan(prefix)) {
      while (entries.hasNext()) {
        byte[] value = entries.next().value;
        Optional<S> state =
            isAlive(value, at) ? Optional.of(decoded(value)).filter(among) : Optional.empty();
        if (state.isPresent()) {
          found.add(state.get());
          bytes += value.length;
          requireFewer(found.size(), bytes, mostBytes);
        }
      }
    }
    return found;
  }

  /**
   * Visits the states that are alive for a fact, by id, up to the scan's limits.
   *
   * @param prefix of their ids, in ASCII
   * @param visitor true when a state changes
   */
  public void scan(BoundedScan slice, String prefix, long at, Predicate<S> visitor) {
    slice.scan(
        store,
        prefix,
        prefix + Character.MAX_VALUE,
        (id, value) -> isAlive(value, at) && visitor.test(decoded(value)));
  }

  private void requireFewer(int states, long bytes, long mostBytes) {
    if (states > MOST_AT_ONCE || bytes > mostBytes) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED,
          "it changes more than %d records of %s or %d bytes of them at once"
              .formatted(MOST_AT_ONCE, kind.name(), mostBytes));
    }
  }

  /**
   * First revision of a new life: above those of any earlier life with fewer than a hundred changes
   * a second, though it may be forgotten; and above any that is still there.
   *
   * @param at accepted_at_ms of the fact that begins it, epoch milliseconds
   */
  public long firstRev(String id, long at) {
    long first = firstRevOfAll + Math.floorDiv(at, MILLIS) * REVS_OF_A_SECOND;
    byte[] dead = store.get(id);
    return dead == null ? first : Math.max(first, kind.revOf().applyAsLong(decoded(dead)) + 1);
  }

  /** Changes a state, and returns its record; {@link FactRefusedException} when it is too large. */
  public OutputRecord<K, S> change(S state) {
    return change(state, kind.expiryOf().applyAsLong(state));
  }

  /**
   * The same for a state without an expiry of its own.
   *
   * @param expiry epoch seconds
   */
  public OutputRecord<K, S> change(S state, long expiry) {
    put(state, expiry);
    return new OutputRecord<>(
        recordsTopic(), kind.keyOf().apply(state), kind.recordOf().apply(state));
  }

  /** Puts a private state; {@link FactRefusedException} when it is too large. */
  public void put(S state) {
    put(state, kind.expiryOf().applyAsLong(state));
  }

  private void put(S state, long expiry) {
    byte[] framed = format.encode(state);
    FactRefusedException.requireFits(kind.name(), kind.maxBytes(), framed);
    String id = kind.idOf().apply(kind.keyOf().apply(state));
    byte[] value =
        ByteBuffer.allocate(Long.BYTES + framed.length).putLong(expiry).put(framed).array();
    byte[] before = store.put(id, value);
    long due = expiry == ExpiryIndex.NEVER ? kind.overdueOf().applyAsLong(state) : expiry;
    if (before == null || due < expiryOf(before)) {
      index.add(id, due);
    }
  }

  /** True of the newest state of its id; false after a later state or eviction. */
  public boolean isNewest(S state) {
    byte[] kept = store.get(kind.idOf().apply(kind.keyOf().apply(state)));
    return kept != null
        && kind.revOf().applyAsLong(decoded(kept)) == kind.revOf().applyAsLong(state);
  }

  /** Counts a fact that repeats an existing state. */
  public void countDuplicate() {
    countDuplicate(recordsTopic());
  }

  /**
   * Counts a fact that repeats a private state.
   *
   * @param topic of the fact's records
   */
  public void countDuplicate(Topic<?, ?> topic) {
    meters.counter(ProcessorsMeter.DUPLICATES, topic.name()).increment();
  }

  /**
   * Evicts some of the states that have long expired.
   *
   * @param overdue takes live states that are overdue, each once
   * @return tombstones for their topic
   */
  public List<OutputRecord<K, S>> evictExpired(long wallClock, Consumer<S> overdue) {
    List<OutputRecord<K, S>> tombstones = new ArrayList<>();
    sweep(
        wallClock,
        dead ->
            tombstones.add(
                new OutputRecord<>(recordsTopic(), kind.keyOf().apply(decoded(dead)), null)),
        overdue);
    return tombstones;
  }

  /** The same without overdue states. */
  public List<OutputRecord<K, S>> evictExpired(long wallClock) {
    return evictExpired(wallClock, overdue -> {});
  }

  private void sweep(long wallClock, Consumer<byte[]> dead, Consumer<S> overdue) {
    oldestKept(wallClock)
        .ifPresent(oldest -> index.visitDue(oldest, id -> look(id, oldest, dead, overdue)));
  }

  /** Epoch second before which ended states are not needed; empty before the first fact. */
  public OptionalLong oldestKept(long wallClock) {
    return newest == Long.MIN_VALUE
        ? OptionalLong.empty()
        : OptionalLong.of(Math.floorDiv(Math.min(newest, wallClock) - GRACE.toMillis(), MILLIS));
  }

  private long look(String id, long oldest, Consumer<byte[]> dead, Consumer<S> overdue) {
    byte[] value = store.get(id);
    long expiry = value == null ? ExpiryIndex.NEVER : expiryOf(value);
    if (expiry <= oldest) {
      store.delete(id);
      dead.accept(value);
      return ExpiryIndex.NEVER;
    }
    if (value == null || expiry != ExpiryIndex.NEVER) {
      return expiry;
    }
    S state = decoded(value);
    long due = kind.overdueOf().applyAsLong(state);
    if (due >= oldest) {
      return due;
    }
    overdue.accept(state);
    return ExpiryIndex.NEVER;
  }

  private static boolean isAlive(byte[] value, long at) {
    return expiryOf(value) > Math.floorDiv(at, MILLIS);
  }

  private static long expiryOf(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  private S decoded(byte[] value) {
    byte[] framed = Arrays.copyOfRange(value, Long.BYTES, value.length);
    return format.decode(kind.type(), framed);
  }

  /** Topic of the states' changes. */
  Topic<K, S> recordsTopic() {
    return kind.records()
        .orElseThrow(() -> new IllegalStateException(kind.name() + " are no records"));
  }
}
