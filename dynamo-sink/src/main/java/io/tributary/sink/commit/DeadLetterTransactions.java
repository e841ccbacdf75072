package io.tributary.sink.commit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of dead letters with the offsets of their records: both or neither, after any crash.
 * For one thread. The producer is made for the first dead letter, since most sinks never need one.
 */
public final class DeadLetterTransactions {

  private static final Logger log = LoggerFactory.getLogger(DeadLetterTransactions.class);

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final Function<String, Optional<String>> topicIds;
  private @Nullable Producer<byte[], byte[]> producer;
  private boolean unresolved;

  /**
   * The producers must share a transactional id, so that a new one ends an earlier one's
   * transaction.
   */
  public DeadLetterTransactions(Supplier<Producer<byte[], byte[]>> producers) {
    this(producers, topic -> Optional.empty());
  }

  /**
   * The same with ids of origins' topics.
   *
   * @param topicIds Kafka's id of a topic in the cluster; empty if unknown
   */
  public DeadLetterTransactions(
      Supplier<Producer<byte[], byte[]>> producers, Function<String, Optional<String>> topicIds) {
    this.producers = producers;
    this.topicIds = topicIds;
  }

  /**
   * Throws {@link CommitFailedException} or {@link RebalanceInProgressException} when the group has
   * moved on and nothing was committed. After any other exception the result is unknown: {@link
   * #recover}, and read the group's offsets again.
   */
  void commit(
      List<DueDeadLetter> deadLetters,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      ConsumerGroupMetadata group) {
    Producer<byte[], byte[]> transactional = producer();
    try {
      transactional.beginTransaction();
      for (DueDeadLetter deadLetter : deadLetters) {
        send(transactional, deadLetter.toProducerRecord(topicIds));
      }
      transactional.sendOffsetsToTransaction(offsets, group);
      transactional.commitTransaction();
    } catch (CommitFailedException | RebalanceInProgressException e) {
      abort(transactional);
      throw e;
    } catch (KafkaException e) {
      discard(transactional);
      throw e;
    }
  }

  /** Settles a failed commit, by commit or abort. Must be called before offsets are read. */
  public void recover() {
    if (unresolved) {
      producer();
    }
  }

  public void close(Duration timeout) {
    Producer<byte[], byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(timeout);
    }
  }

  private Producer<byte[], byte[]> producer() {
    Producer<byte[], byte[]> open = producer;
    if (open != null) {
      return open;
    }
    Producer<byte[], byte[]> made = producers.get();
    try {
      made.initTransactions();
    } catch (KafkaException e) {
      discard(made);
      throw e;
    }
    unresolved = false;
    producer = made;
    return made;
  }

  private static void send(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> deadLetter) {
    // the end of the transaction tells whether it was sent
    Future<RecordMetadata> unused =
        producer.send(
            deadLetter,
            (metadata, failure) -> {
              if (failure != null) {
                log.warn("a dead letter could not be sent to {}", deadLetter.topic(), failure);
              }
            });
  }

  private void abort(Producer<byte[], byte[]> transactional) {
    try {
      transactional.abortTransaction();
    } catch (KafkaException e) {
      discard(transactional);
      throw e;
    }
  }

  private void discard(Producer<byte[], byte[]> broken) {
    unresolved = true;
    producer = null;
    broken.close(Duration.ZERO);
  }
}
