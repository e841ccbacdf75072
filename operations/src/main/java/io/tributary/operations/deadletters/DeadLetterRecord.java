package io.tributary.operations.deadletters;

import io.tributary.operations.kafka.RecordHead;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter. A missing header is an empty text. */
public record DeadLetterRecord(DeadLetterId id, ConsumerRecord<byte[], byte[]> record) {

  static DeadLetterRecord of(Family family, ConsumerRecord<byte[], byte[]> record) {
    return new DeadLetterRecord(
        new DeadLetterId(family, record.partition(), record.offset()), record);
  }

  /** Position in the topic of dead letters. */
  public Origin place() {
    return new Origin(record.topic(), record.partition(), record.offset());
  }

  /** Size of the value, also of one that is left out. */
  public int valueBytes() {
    return RecordHead.size(record);
  }

  /** The same without its value. */
  DeadLetterRecord head() {
    return new DeadLetterRecord(id, RecordHead.of(record));
  }

  /** Time by the broker. */
  public Instant at() {
    return Instant.ofEpochMilli(record.timestamp());
  }

  /** Label of the failed stage. */
  public String stage() {
    return header(RecordHeader.STAGE);
  }

  public String code() {
    return header(RecordHeader.CODE);
  }

  public String reason() {
    return header(RecordHeader.REASON);
  }

  /** Position of the failed record. */
  public Optional<Origin> origin() {
    return Origin.parse(header(RecordHeader.ORIGIN));
  }

  public int attempts() {
    String text = header(RecordHeader.ATTEMPTS);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  public String key() {
    return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
  }

  /** True if the topic could not take the whole record. */
  boolean isIncomplete() {
    return DeadLetter.isIncomplete(record.headers());
  }

  String header(RecordHeader header) {
    return header.get(record.headers()).orElse("");
  }
}
