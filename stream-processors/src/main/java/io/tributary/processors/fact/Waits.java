package io.tributary.processors.fact;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.store.StoreCursor;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.key.WaitKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** The facts of one task that wait. */
final class Waits<K, F extends SpecificRecordBase> {

  private final FactSource<K, F> source;
  private final WaitRule<F> rule;
  private final Framing framing;
  private final TaskStore<byte[]> store;
  private final Optional<AwaitedIndex> index;
  private final StoreCursor cursor;

  /** By what it is for: the time of a tick that is under way. */
  private final Map<String, Long> ticking = new HashMap<>();

  /** How many wait; mostly none, and then nothing is looked up. */
  private long open;

  /** Opens the store of a task. */
  Waits(FactSource<K, F> source, WaitRule<F> rule, Framing framing, TaskStores stores) {
    this.source = source;
    this.rule = rule;
    this.framing = framing;
    this.store = stores.open(rule.storeName());
    this.index =
        rule.acrossKeys().isPresent()
            ? Optional.of(new AwaitedIndex(rule, stores))
            : Optional.empty();
    this.cursor = new StoreCursor(store, stores::wallClock);
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(wait -> open++);
    }
  }

  /** Those of a fact's key, in the order of their log. */
  List<Wait> of(F fact) {
    if (open == 0) {
      return List.of();
    }
    String key = keyOf(fact);
    List<Wait> found = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = store.prefixScan(WaitKey.prefix(key))) {
      while (entries.hasNext()) {
        KeyValue<String, byte[]> entry = entries.next();
        WaitKey waitKey = WaitKey.codec().decode(entry.key);
        // what the key starts with may also be what another key starts with
        if (waitKey.factKey().equals(key)) {
          found.add(new Wait(waitKey, framing.decode(WaitingFact.class, entry.value)));
        }
      }
    }
    return found;
  }

  /** The first of any key, in the order of their log. */
  List<Wait> awaiting(String id, int most) {
    if (open == 0) {
      return List.of();
    }
    return index.orElseThrow().of(id, most).stream()
        .map(text -> new Wait(WaitKey.codec().decode(text), stateOf(text)))
        .toList();
  }

  /** From now on the fact waits. */
  Emission<WaitKey, WaitingFact> begin(F fact, FactRecord record, String awaited) {
    Wait wait = Wait.of(keyOf(fact), acceptedAt(fact), record, awaited);
    store.put(WaitKey.codec().encode(wait.key()), framing.encode(wait.state()));
    index.ifPresent(by -> by.add(wait));
    open++;
    return new Emission<>(rule.waits(), wait.key(), wait.state());
  }

  /** It waits no more, for better or worse. */
  Emission<WaitKey, WaitingFact> end(Wait wait) {
    store.delete(WaitKey.codec().encode(wait.key()));
    index.ifPresent(by -> by.remove(wait));
    open--;
    ticking.remove(rule.end().scopeOf(wait.state()));
    return new Emission<>(rule.waits(), wait.key(), null);
  }

  /** True when a later fact of its key ends it, though nothing has come. */
  boolean isEnded(Wait wait, F later) {
    return isOver(wait, later) && rule.end().isEnd(later, wait.state().getAwaited());
  }

  /** True when the fact was accepted too late for it. */
  boolean isOver(Wait wait, F fact) {
    return rule.isOver(wait.state().getAcceptedAtMs(), acceptedAt(fact));
  }

  /**
   * The fact that waits; the same exceptions as {@link FactSource#read}, when the schema that it
   * was written with is gone.
   */
  F factOf(Wait wait) {
    FactRecord record = wait.record(0);
    return source.read(framing, record.key(), record.value());
  }

  /** A fact that says how late it is, under its envelope. */
  record Tick(Emission<?, ?> emission, FactEnvelope envelope) {}

  /**
   * Waits that are over by the wall clock and need a tick, as far as a slice of the store shows
   * them. One tick is under way at a time for all of a scope; after a restart there may be another,
   * which changes nothing.
   */
  List<Wait> late(long wallClock) {
    List<Wait> late = new ArrayList<>();
    if (open > 0) {
      cursor.turn(
          (key, value) -> {
            Wait wait =
                new Wait(WaitKey.codec().decode(key), framing.decode(WaitingFact.class, value));
            return needsTick(wait, wallClock) && late.add(wait);
          });
    }
    return late;
  }

  /** True of a wait that is over by the wall clock, where no tick that ends it is under way. */
  boolean needsTick(Wait wait, long wallClock) {
    long acceptedAt = wait.state().getAcceptedAtMs();
    Long underWay = ticking.get(rule.end().scopeOf(wait.state()));
    boolean ends = underWay != null && rule.isOver(acceptedAt, underWay);
    return !ends && rule.isOver(acceptedAt, wallClock);
  }

  /** The tick for a wait that is late, which is under way from now on. */
  Tick tick(Wait wait, F fact, long wallClock) {
    ticking.put(rule.end().scopeOf(wait.state()), wallClock);
    FactEnvelope envelope = source.envelopeOf().apply(fact);
    FactEnvelope now =
        OwnEnvelope.of("tick " + envelope.getFactId(), envelope.getRequestId(), wallClock);
    return new Tick(rule.end().tick(source, fact, now, wait.state().getPartition()), now);
  }

  private WaitingFact stateOf(String key) {
    return framing.decode(WaitingFact.class, Objects.requireNonNull(store.get(key)));
  }

  private String keyOf(F fact) {
    return source.topic().keys().encode(source.keyOf().apply(fact));
  }

  private long acceptedAt(F fact) {
    return source.envelopeOf().apply(fact).getAcceptedAtMs();
  }
}
