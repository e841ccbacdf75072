package io.tributary.sink.consume;

import io.tributary.runtime.kafka.client.LogListener;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** Factory of the intake's Kafka clients. */
public interface IntakeClients {

  /**
   * A member of the sink's group for committed records, with a limit of records per poll.
   *
   * @param losses hears of losses of the log
   */
  Consumer<byte[], byte[]> consumer(int recordsPerPoll, LogListener losses);

  /** A transactional producer with the instance's one transactional id. */
  Producer<byte[], byte[]> producer();

  /** Kafka's id of a topic in the cluster; empty if unknown. */
  default Optional<String> topicId(String topic) {
    return Optional.empty();
  }

  /** Count of offsets behind open transactions. */
  default long open(TopicPartition partition) {
    return 0;
  }
}
