package io.tributary.processors.state;

import io.tributary.schemas.topic.Topic;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * One kind of state.
 *
 * @param records where every change of a state goes
 * @param keyOf the key of a state's record
 * @param idOf what a state is found by, of the key of its record
 * @param recordOf what others see of a state
 * @param expiryOf when a state's life ends, epoch seconds
 * @param revOf revision of a state
 */
public record StateKind<K, S extends SpecificRecordBase>(
    Topic<K, S> records,
    Function<S, K> keyOf,
    Function<K, String> idOf,
    UnaryOperator<S> recordOf,
    ToLongFunction<S> expiryOf,
    ToLongFunction<S> revOf) {

  /** What its store is called. */
  public String storeName() {
    return records.name() + "-state";
  }
}
