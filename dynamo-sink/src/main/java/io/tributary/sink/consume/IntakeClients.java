package io.tributary.sink.consume;

import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Factory of the intake's Kafka clients. */
public interface IntakeClients {

  /** A member of the sink's group for committed records, with a limit of records per poll. */
  Consumer<byte[], byte[]> consumer(int recordsPerPoll);

  /** A transactional producer with the instance's one transactional id. */
  Producer<byte[], byte[]> producer();

  /** Kafka's id of a topic in the cluster; empty if unknown. */
  default Optional<String> topicId(String topic) {
    return Optional.empty();
  }
}
