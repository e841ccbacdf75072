package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.operations.OperationException;
import io.tributary.operations.deadletters.BulkDecision.Decision;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.TransactionalProducers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Writes decisions about a family's dead letters, each in one transaction with the record that is
 * sent again. All commands share one transactional id per family: the last to open it fences the
 * others, and decisions read from then on are complete.
 */
final class DecisionTransactions implements AutoCloseable {

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final ValueFormat format;
  private final Family family;
  private final String topic;

  /** Kafka's id of the topic of dead letters. */
  private final String deadLetters;

  private DecisionTransactions(
      Producer<byte[], byte[]> producer,
      ValueFormat format,
      Family family,
      String topic,
      String deadLetters) {
    this.deadLetters = deadLetters;
    this.producer = producer;
    this.format = format;
    this.family = family;
    this.topic = topic;
  }

  /** Fences earlier commands. */
  static DecisionTransactions open(Cluster cluster, ValueFormat format, Family family) {
    // the same for all generations, because they send to the same facts
    String id = cluster.clients().topics().prefix() + "tributary-redrive-" + family.label();
    Topic<?, ?> redrives = Topics.redrivesOf(family);
    Producer<byte[], byte[]> producer =
        TransactionalProducers.open(cluster.clients(), id, id, redrives.maxMessageBytes());
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
    String topic = cluster.clients().topics().of(Topics.decisionsOf(family));
    String deadLetters = cluster.clients().topics().of(Topics.deadLettersOf(family));
    return new DecisionTransactions(
        producer,
        format,
        family,
        topic,
        String.valueOf(cluster.topics().ids(List.of(deadLetters)).get(deadLetters)));
  }

  /** Writes all, or throws. */
  void commit(List<Decision> decisions, Instant now, Optional<String> note) {
    try {
      producer.beginTransaction();
      for (Decision decision : decisions) {
        decision.again().ifPresent(this::send);
        send(record(decision, now, note));
      }
      producer.commitTransaction();
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw OperationException.failed(
          "another command works on the dead letters of " + family.label());
    } catch (KafkaException e) {
      abort();
      throw e;
    }
  }

  private ProducerRecord<byte[], byte[]> record(
      Decision decision, Instant now, Optional<String> note) {
    DeadLetterDecision kind =
        DeadLetterDecision.newBuilder()
            .setDeadLetter(decision.deadLetter().id().toString())
            .setDecision(decision.kind())
            .setDecidedAtMs(now.toEpochMilli())
            .setNote(note.orElse(null))
            .build();
    byte[] key = kind.getDeadLetter().getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, format.encode(kind));
    RecordHeader.ORIGIN_ID.put(record.headers(), deadLetters);
    return record;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    // the end of the transaction tells whether it was sent
    Future<RecordMetadata> unused = producer.send(record);
  }

  /** A transaction that cannot be aborted ends with its time-out, or when another one is opened. */
  private void abort() {
    try {
      producer.abortTransaction();
    } catch (KafkaException | IllegalStateException e) {
      producer.close(Duration.ZERO);
    }
  }

  @Override
  public void close() {
    producer.close(FAREWELL);
  }
}
