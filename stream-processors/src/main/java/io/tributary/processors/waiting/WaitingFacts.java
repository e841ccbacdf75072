package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactRecord;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.OwnEnvelope;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.WaitKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.KeyValueIterator;

/** The facts of one task that wait. */
public final class WaitingFacts<K, F extends SpecificRecordBase> {

  private final FactSource<K, F> source;
  private final WaitPolicy<F> rule;
  private final ValueFormat format;
  private final TaskStore<byte[]> store;
  private final WaitingByTarget index;

  /** By what it is for: the time of a tick that is under way. */
  private final Map<String, Long> ticking = new HashMap<>();

  /** How many wait; mostly none, and then nothing is looked up. */
  private long open;

  /** Opens the store of a task. */
  public WaitingFacts(
      FactSource<K, F> source, WaitPolicy<F> rule, ValueFormat format, TaskStores stores) {
    this.source = source;
    this.rule = rule;
    this.format = format;
    this.store = stores.open(rule.storeName());
    this.index = new WaitingByTarget(rule, stores);
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(wait -> open++);
    }
  }

  /**
   * WaitingFacts of a fact's key that the fact ends, though nothing has come, in the order of their
   * log.
   */
  public List<WaitingEntry> over(F fact) {
    return open == 0
        ? List.of()
        : found(index.over(keyOf(fact), acceptedAt(fact)))
            .filter(wait -> rule.end().isEnd(fact, wait.state().getAwaited()))
            .toList();
  }

  /** WaitingFacts of a fact's key for an id, in the order of their log. */
  public List<WaitingEntry> awaiting(F fact, String id) {
    String key = keyOf(fact);
    return open == 0
        ? List.of()
        : found(index.awaiting(key, id))
            .filter(wait -> wait.key().factKey().equals(key) && isFor(id, wait))
            .toList();
  }

  /** The first waits of any key for an id, in the order of their log. */
  public List<WaitingEntry> awaiting(String id, int most) {
    return open == 0
        ? List.of()
        : found(index.awaiting(id, most)).filter(wait -> isFor(id, wait)).toList();
  }

  /** True when no more facts of the fact's key and caller may wait. */
  public boolean isFull(F fact) {
    return open > 0 && rule.isFull(index.count(keyOf(fact), callerOf(fact)));
  }

  /** False of a wait that is found because its id only starts so. */
  private static boolean isFor(String id, WaitingEntry wait) {
    return wait.state().getAwaited().equals(id);
  }

  private Stream<WaitingEntry> found(List<WaitKey> keys) {
    return keys.stream().map(this::waitOf);
  }

  /** From now on the fact waits. */
  public Emission<WaitKey, WaitingFact> begin(F fact, FactRecord record, String awaited) {
    WaitingEntry wait = WaitingEntry.of(keyOf(fact), acceptedAt(fact), record, awaited);
    store.put(WaitKey.CODEC.encode(wait.key()), format.encode(wait.state()));
    index.add(wait, callerOf(fact));
    open++;
    return new Emission<>(rule.waits(), wait.key(), wait.state());
  }

  /** It waits no more, for better or worse. */
  public Emission<WaitKey, WaitingFact> end(WaitingEntry wait) {
    store.delete(WaitKey.CODEC.encode(wait.key()));
    index.remove(wait);
    open--;
    ticking.remove(rule.end().scopeOf(wait.state()));
    return new Emission<>(rule.waits(), wait.key(), null);
  }

  /** True when the fact was accepted too late for it. */
  public boolean isOver(WaitingEntry wait, F fact) {
    return rule.isOver(wait.state().getAcceptedAtMs(), acceptedAt(fact));
  }

  /**
   * The fact that waits; the same exceptions as {@link FactSource#read}, when the schema that it
   * was written with is gone.
   */
  public F factOf(WaitingEntry wait) {
    FactRecord record = wait.record(0);
    return source.read(format, record.key(), record.value());
  }

  /** A fact that says how late it is, under its envelope. */
  public record Tick(Emission<?, ?> emission, FactEnvelope envelope) {}

  /**
   * Shows waits that are over by the wall clock and need a tick, as far as a turn goes. One tick is
   * under way at a time for all of a scope; another is sent if it has ended nothing for long.
   *
   * @param tick false when none can be sent now
   */
  public void late(long wallClock, Predicate<WaitingEntry> tick) {
    index.turn(
        wallClock,
        id -> {
          byte[] value = store.get(id);
          return value == null ? ExpiryIndex.NEVER : look(waitOf(id, value), wallClock, tick);
        });
  }

  private long look(WaitingEntry wait, long wallClock, Predicate<WaitingEntry> tick) {
    boolean over = rule.isOver(wait.state().getAcceptedAtMs(), wallClock);
    boolean done = over && (!needsTick(wait, wallClock) || tick.test(wait));
    return WaitingByTarget.endOf(rule, done ? wallClock : wait.state().getAcceptedAtMs());
  }

  /** True of a wait that is over by the wall clock, where no tick that ends it is under way. */
  private boolean needsTick(WaitingEntry wait, long wallClock) {
    long acceptedAt = wait.state().getAcceptedAtMs();
    Long underWay = ticking.get(rule.end().scopeOf(wait.state()));
    boolean ends = underWay != null && rule.isOver(acceptedAt, underWay);
    return !ends && rule.isOver(acceptedAt, wallClock);
  }

  /** The tick for a wait that is late, which is under way from now on. */
  public Tick tick(WaitingEntry wait, F fact, long wallClock) {
    ticking.put(rule.end().scopeOf(wait.state()), wallClock);
    FactEnvelope envelope = source.envelopeOf().apply(fact);
    FactEnvelope now =
        OwnEnvelope.of("tick " + envelope.getFactId(), envelope.getRequestId(), wallClock);
    return new Tick(rule.end().tick(source, fact, now, wait.state().getPartition()), now);
  }

  private WaitingEntry waitOf(WaitKey key) {
    String id = WaitKey.CODEC.encode(key);
    return waitOf(id, Objects.requireNonNull(store.get(id)));
  }

  private WaitingEntry waitOf(String id, byte[] value) {
    return new WaitingEntry(WaitKey.CODEC.decode(id), format.decode(WaitingFact.class, value));
  }

  private String keyOf(F fact) {
    return source.topic().keys().encode(source.keyOf().apply(fact));
  }

  private long acceptedAt(F fact) {
    return source.envelopeOf().apply(fact).getAcceptedAtMs();
  }

  private String callerOf(F fact) {
    return source.envelopeOf().apply(fact).getCaller();
  }
}
