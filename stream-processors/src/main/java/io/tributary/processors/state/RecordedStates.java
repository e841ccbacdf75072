package io.tributary.processors.state;

import io.tributary.processors.store.StateFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * States whose changes are the records of a topic, so that their changelog holds the newest record
 * of each key.
 *
 * @param store whose changelog has the values
 * @param frame bytes before a state's own
 * @param keyOf key of a state; empty where it is the store's
 */
public record RecordedStates<K, S extends SpecificRecordBase>(
    Topic<K, S> topic,
    String store,
    int frame,
    Optional<Function<S, K>> keyOf,
    UnaryOperator<S> recordOf) {

  /** States of aggregates, which are records. */
  public static <S extends SpecificRecordBase> RecordedStates<String, S> of(AggregateType<S> kind) {
    return new RecordedStates<>(
        kind.directory(),
        AggregateStore.statesOf(kind),
        0,
        Optional.empty(),
        UnaryOperator.identity());
  }

  /** States with a limited life; empty for private ones. */
  public static <K, S extends SpecificRecordBase> Optional<RecordedStates<K, S>> of(
      StateDescriptor<K, S> kind) {
    return kind.records()
        .map(
            topic ->
                new RecordedStates<>(
                    topic,
                    kind.storeName(),
                    Long.BYTES,
                    Optional.of(kind.keyOf()),
                    kind.recordOf()));
  }

  /**
   * The record of a state; empty for an entry of its index, and on a partition of another one, as
   * public states are on all.
   *
   * @param name of the topic in the cluster
   * @param partition of the changelog, which has as many as the topic
   * @param key in the changelog
   */
  public Optional<ProducerRecord<byte[], byte[]>> record(
      String name, ValueFormat format, int partition, int partitions, byte[] key, byte[] value) {
    if (value.length <= frame) {
      return Optional.empty();
    }
    S state =
        new StateFormat(format)
            .decode(topic.requiredValueType(), Arrays.copyOfRange(value, frame, value.length));
    K own =
        keyOf
            .map(function -> function.apply(state))
            .orElseGet(() -> topic.keys().decode(new String(key, StandardCharsets.UTF_8)));
    return topic.partitionOf(own, partitions) == partition
        ? Optional.of(
            new ProducerRecord<>(
                name, partition, topic.keyBytes(own), format.encode(recordOf.apply(state))))
        : Optional.empty();
  }
}
