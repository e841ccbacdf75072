package io.tributary.simulation;

import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** The simulated cluster as processes reach it: each of their calls may be their last. */
interface Log {

  /** An idempotent producer. */
  Producer<byte[], byte[]> producer(SimulatedProcess process);

  /** A transactional producer. */
  Producer<byte[], byte[]> producer(SimulatedProcess process, String transactionalId);

  /** A consumer of committed records in no group. */
  Consumer<byte[], byte[]> reader(SimulatedProcess process);

  /** A consumer of committed records in a group. */
  Consumer<byte[], byte[]> member(SimulatedProcess process, String group, int recordsPerPoll);

  /** How many partitions a topic has. */
  int partitions(String topic);

  /** True when no transaction is open there. */
  boolean isSettled(TopicPartition partition);

  /** What is committed of a partition, from its beginning. */
  List<ConsumerRecord<byte[], byte[]>> committed(TopicPartition partition);
}
