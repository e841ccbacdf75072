package io.tributary.sink.consume;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogListener;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.TransactionalProducers;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/**
 * Kafka clients of an instance. Ids are unique: a restarted sink is a new member, and fences only
 * its own earlier producers.
 */
public final class KafkaIntakeClients implements IntakeClients {

  /**
   * Bytes of a partition that are read at once. Partitions of a lost member are caught up side by
   * side: none waits until others have been read.
   */
  private static final int PART = 16 << 10;

  private final KafkaClients clients;
  private final String group;
  private final String instance;
  private final LogWatch watch;

  public KafkaIntakeClients(
      KafkaClients clients, String service, LogWatch watch, RuntimeContext runtime) {
    this.clients = clients;
    this.group = clients.group(service);
    this.instance = group + '-' + runtime.newUuid();
    this.watch = watch;
  }

  @Override
  public Consumer<byte[], byte[]> consumer(int recordsPerPoll, LogListener losses) {
    return clients.consumer(
        instance,
        Map.of(
            // partitions that stay go on while others move
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            CooperativeStickyAssignor.class.getName(),
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            PART),
        Map.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            group,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            recordsPerPoll),
        watch,
        losses);
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    return TransactionalProducers.open(clients, instance, instance, largestDeadLetter());
  }

  @Override
  public Optional<String> topicId(String topic) {
    return watch.idOf(topic);
  }

  @Override
  public long open(TopicPartition partition) {
    return watch.open(partition);
  }

  private static int largestDeadLetter() {
    return Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.DEAD_LETTERS)
        .mapToInt(Topic::maxMessageBytes)
        .max()
        .orElseThrow();
  }
}
