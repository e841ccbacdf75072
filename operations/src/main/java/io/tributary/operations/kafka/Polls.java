package io.tributary.operations.kafka;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** Polls that fail when the brokers are gone. */
public final class Polls {

  private static final Duration POLL = Duration.ofMillis(500);

  /** After ten seconds without a record. */
  private static final int MOST_IN_VAIN = 20;

  private final Consumer<byte[], byte[]> consumer;
  private int inVain;

  public Polls(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * The next records, if any; Kafka's TimeoutException after a while without records and brokers.
   */
  public ConsumerRecords<byte[], byte[]> next() {
    ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
    inVain = records.isEmpty() ? inVain + 1 : 0;
    if (inVain >= MOST_IN_VAIN) {
      inVain = 0;
      Object unused = consumer.endOffsets(consumer.assignment(), KafkaAnswers.LIMIT);
    }
    return records;
  }
}
