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
 * One kind of state.
 *
 * @param name what states of this kind are called together
 * @param type of a state
 * @param maxBytes that a state may have, with what goes around it in a topic
 * @param records where every change of a state goes; empty when nobody else sees them
 * @param keyOf the key of a state's record
 * @param idOf what a state is found by, of the key of its record
 * @param recordOf what others see of a state
 * @param expiryOf when a state's life ends, epoch seconds
 * @param overdueOf when a state should have changed whose life has no end yet, epoch seconds
 * @param revOf revision of a state
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

  /** States whose changes are the records of a topic. */
  public StateDescriptor(
      Topic<K, S> records,
      Function<S, K> keyOf,
      Function<K, String> idOf,
      UnaryOperator<S> recordOf,
      ToLongFunction<S> expiryOf,
      ToLongFunction<S> revOf) {
    this(
        records.name(),
        records.requiredValueType(),
        records.maxMessageBytes(),
        Optional.of(records),
        keyOf,
        idOf,
        recordOf,
        expiryOf,
        state -> ExpiryIndex.NEVER,
        revOf);
  }

  /** The same, of which some are overdue more than a day after that second. */
  public StateDescriptor<K, S> overdue(ToLongFunction<S> from) {
    return new StateDescriptor<>(
        name, type, maxBytes, records, keyOf, idOf, recordOf, expiryOf, from, revOf);
  }

  /** States that are no records and have no revisions. */
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

  /** What its changelog needs: values that its records must lose in time are in it too. */
  Map<String, String> changelog() {
    return records
        .map(Topic::retention)
        .filter(Retention.Erased.class::isInstance)
        .map(Retention::topicConfig)
        .orElse(Map.of());
  }

  /** What its store is called. */
  public String storeName() {
    return name + "-state";
  }
}
