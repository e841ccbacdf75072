package io.tributary.processors.state;

import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.store.SortedNumber;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Records that are written once more later, against a sink that slept. The clock sets the time at
 * the next timer, so that facts decide without one. Entries are {@code {due, epoch
 * milliseconds:019}#{topic}#{record key}}, due 0 until then.
 */
public final class DelayedRewrites {

  private static final int MOST_AT_ONCE = 10_000;
  private static final String UNDATED = SortedNumber.text(0);
  private static final int PARTS = 3;

  private final ValueFormat format;
  private final Duration later;
  private final Map<String, TtlStateStore<?, ?>> states;
  private final TaskStore<byte[]> store;

  /** Rewrites of one task, for records of these states. */
  public DelayedRewrites(
      String storeName,
      TaskStores stores,
      ValueFormat format,
      Duration later,
      TtlStateStore<?, ?>... states) {
    this.store = stores.open(storeName);
    this.format = format;
    this.later = later;
    this.states =
        Stream.of(states)
            .collect(
                Collectors.toUnmodifiableMap(of -> of.recordsTopic().name(), Function.identity()));
  }

  public static StoreBuilder<?> store(String name) {
    return StateStores.ofBytes(name);
  }

  /** Adds a record that is written now, and once more later. */
  public <K, V extends SpecificRecordBase> void add(OutputRecord<K, V> outputRecord) {
    Topic<K, V> topic = outputRecord.topic();
    V value = outputRecord.value();
    if (value != null) {
      String rest = topic.name() + '#' + topic.keys().encode(outputRecord.key());
      store.put(UNDATED + '#' + rest, format.encode(value));
    }
  }

  /** Unchanged records that are due, up to a limit. */
  public List<OutputRecord<?, ?>> due(long wallClock) {
    List<OutputRecord<?, ?>> due = new ArrayList<>();
    String last = SortedNumber.text(wallClock) + '#' + Character.MAX_VALUE;
    try (KeyValueIterator<String, byte[]> entries = store.range(null, last)) {
      for (int i = 0; i < MOST_AT_ONCE && entries.hasNext(); i++) {
        KeyValue<String, byte[]> entry = entries.next();
        String[] parts = entry.key.split("#", PARTS);
        store.delete(entry.key);
        if (parts[0].equals(UNDATED)) {
          long at = wallClock + later.toMillis();
          store.put(SortedNumber.text(at) + '#' + parts[1] + '#' + parts[2], entry.value);
        } else {
          outputRecord(states.get(parts[1]), parts[2], entry.value).ifPresent(due::add);
        }
      }
    }
    return due;
  }

  private <K, V extends SpecificRecordBase> Optional<OutputRecord<K, V>> outputRecord(
      @Nullable TtlStateStore<K, V> of, String key, byte[] value) {
    if (of == null) {
      throw new IllegalStateException("no states for " + key);
    }
    Topic<K, V> topic = of.recordsTopic();
    V record = format.decode(topic.requiredValueType(), value);
    return of.isNewest(record)
        ? Optional.of(new OutputRecord<>(topic, topic.keys().decode(key), record))
        : Optional.empty();
  }
}
