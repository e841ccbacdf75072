package io.tributary.sink.consume;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Makes the intake's Kafka clients. */
public interface IntakeClients {

  /** A member of the sink's group that reads committed records, so many a poll. */
  Consumer<byte[], byte[]> consumer(int recordsPerPoll);

  /** A transactional producer, always with the instance's one transactional id. */
  Producer<byte[], byte[]> producer();
}
