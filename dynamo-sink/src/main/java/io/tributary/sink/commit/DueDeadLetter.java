package io.tributary.sink.commit;

import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A dead letter that is due when its record's offset is committed.
 *
 * @param origin position of the first failure; differs from the record's for a redrive
 * @param topic name in the cluster
 */
public record DueDeadLetter(
    ConsumerRecord<byte[], byte[]> record, Origin origin, Failure failure, String topic) {

  /** The dead letter; its key decides its partition. */
  ProducerRecord<byte[], byte[]> toProducerRecord(Function<String, Optional<String>> topicIds) {
    DeadLetter deadLetter =
        DeadLetter.of(record.key(), record.value(), record.headers(), origin, failure);
    // a redrive names the topic of its first failure
    deadLetter.identify(
        origin.topic().equals(record.topic())
            ? topicIds.apply(record.topic())
            : RecordHeader.ORIGIN_ID.get(record.headers()));
    return new ProducerRecord<>(
        topic, null, deadLetter.key(), deadLetter.value(), deadLetter.headers());
  }
}
