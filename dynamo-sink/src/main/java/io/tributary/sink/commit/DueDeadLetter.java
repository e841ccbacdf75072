package io.tributary.sink.commit;

import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record that is to be a dead letter once its offset is committed.
 *
 * @param origin where the record failed first; a redrive's is not its own place
 * @param topic the dead letters' name in the cluster
 */
public record DueDeadLetter(
    ConsumerRecord<byte[], byte[]> record, Origin origin, Failure failure, String topic) {

  /** The dead letter itself; its key decides its partition, as everywhere. */
  ProducerRecord<byte[], byte[]> toProducerRecord() {
    DeadLetter letter =
        DeadLetter.of(record.key(), record.value(), record.headers(), origin, failure);
    return new ProducerRecord<>(topic, null, letter.key(), letter.value(), letter.headers());
  }
}
