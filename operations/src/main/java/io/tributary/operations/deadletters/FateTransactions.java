package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
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
final class FateTransactions implements AutoCloseable {

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final ValueFormat format;
  private final Family family;
  private final String topic;

  /** Kafka's id of the topic of dead letters. */
  private final String letters;

  private FateTransactions(
      Producer<byte[], byte[]> producer,
      ValueFormat format,
      Family family,
      String topic,
      String letters) {
    this.letters = letters;
    this.producer = producer;
    this.format = format;
    this.family = family;
    this.topic = topic;
  }

  /** Fences earlier commands. */
  static FateTransactions open(Cluster cluster, ValueFormat format, Family family) {
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
    String topic = cluster.clients().topics().of(Topics.fatesOf(family));
    String letters = cluster.clients().topics().of(Topics.deadLettersOf(family));
    return new FateTransactions(
        producer,
        format,
        family,
        topic,
        String.valueOf(cluster.topics().ids(List.of(letters)).get(letters)));
  }

  /** Writes all, or throws. */
  void commit(List<Decision> decisions, Instant now, Optional<String> note) {
    try {
      producer.beginTransaction();
      for (Decision decision : decisions) {
        decision.again().ifPresent(this::send);
        send(fate(decision, now, note));
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

  private ProducerRecord<byte[], byte[]> fate(
      Decision decision, Instant now, Optional<String> note) {
    DeadLetterFate fate =
        DeadLetterFate.newBuilder()
            .setLetter(decision.letter().id().toString())
            .setFate(decision.fate())
            .setDecidedAtMs(now.toEpochMilli())
            .setNote(note.orElse(null))
            .build();
    byte[] key = fate.getLetter().getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, format.encode(fate));
    RecordHeader.ORIGIN_ID.put(record.headers(), letters);
    return record;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    // whether it was sent is what the end of the transaction tells
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
