package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.avro.envelope.DecisionKind;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Operators' decisions by their records; of two about one dead letter the first counts. */
record DecisionRecords(CurrentTopics current, TopicNaming naming) {

  /** The dead letter of a decision; empty for one that its topic does not hold any more. */
  Optional<DeadLetterId> about(Family family, ConsumerRecord<byte[], byte[]> record) {
    return Optional.ofNullable(record.key())
        .filter(key -> record.value() != null)
        .filter(key -> current.isOf(naming.of(Topics.deadLettersOf(family)), record.headers()))
        .flatMap(key -> DeadLetterId.parse(new String(key, StandardCharsets.UTF_8)));
  }

  /** An unreadable decision counts too, so that nothing is sent twice. */
  static DeadLetterDecision decode(
      ConsumerRecord<byte[], byte[]> record, DeadLetterId deadLetter, ValueFormat format) {
    try {
      return format.decode(DeadLetterDecision.class, record.value());
    } catch (UndecodableException e) {
      return DeadLetterDecision.newBuilder()
          .setDeadLetter(deadLetter.toString())
          .setDecision(DecisionKind.unknown)
          .setDecidedAtMs(record.timestamp())
          .build();
    }
  }
}
