package io.tributary.processors.state;

import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.StateStores;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Descriptor of a kind of state.
 *
 * @param maxBytes of a state with key and headers in a topic
 * @param records topic of the states' changes; empty for private ones
 * @param idOf id in the store, by the record's key
 * @param recordOf record of a state
 * @param expiryOf end of a state's life, epoch seconds
 * @param overdueOf time from which a state without an end is overdue, epoch seconds
 */
public record StateDescriptor<K, S extends SpecificRecordBase>(
    String name,
    Class<S> type,
    int maxBytes,
    Optional<Topic<K, S>> records,
    Function<S, K> keyOf,
    Function<K, String> idOf,
    UnaryOperator<S> recordOf,
    ToLongFunction<S> expiryOf,
    ToLongFunction<S> overdueOf,
    ToLongFunction<S> revOf) {

  /** Descriptor of states whose changes are the records of a topic. */
  public StateDescriptor(
      Topic<K, S> records,
      Function<S, K> keyOf,
      Function<K, String> idOf,
      ToLongFunction<S> expiryOf,
      ToLongFunction<S> revOf) {
    this(
        records.name(),
        records.requiredValueType(),
        records.maxMessageBytes(),
        Optional.of(records),
        keyOf,
        idOf,
        UnaryOperator.identity(),
        expiryOf,
        state -> ExpiryIndex.NEVER,
        revOf);
  }

  /** The same with a time after which a live state is overdue. */
  public StateDescriptor<K, S> overdue(ToLongFunction<S> from) {
    return new StateDescriptor<>(
        name, type, maxBytes, records, keyOf, idOf, recordOf, expiryOf, from, revOf);
  }

  /** The same with records that differ from their states. */
  public StateDescriptor<K, S> recordedAs(UnaryOperator<S> record) {
    return new StateDescriptor<>(
        name, type, maxBytes, records, keyOf, idOf, record, expiryOf, overdueOf, revOf);
  }

  /** Descriptor of states that are not records and have no revisions. */
  public static <S extends SpecificRecordBase> StateDescriptor<String, S> privateState(
      String name, Class<S> type, Function<S, String> idOf, ToLongFunction<S> expiryOf) {
    return new StateDescriptor<>(
        name,
        type,
        StateStores.MAX_MESSAGE_BYTES,
        Optional.empty(),
        idOf,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        expiryOf,
        state -> ExpiryIndex.NEVER,
        state -> 0);
  }

  /** Settings of the changelog: it erases content in time, as the topic does. */
  Map<String, String> changelog() {
    return records
        .map(Topic::retention)
        .filter(Retention.Erased.class::isInstance)
        .map(Retention::topicConfig)
        .orElse(Map.of());
  }

  public String storeName() {
    return name + "-state";
  }
}
