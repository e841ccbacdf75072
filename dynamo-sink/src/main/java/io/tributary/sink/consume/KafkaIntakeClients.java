package io.tributary.sink.consume;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.PresentTopicIds;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
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

/**
 * Kafka clients of an instance. Ids are unique: a restarted sink is a new member, and fences only
 * its own earlier producers.
 */
public final class KafkaIntakeClients implements IntakeClients, Component {

  private final KafkaClients clients;
  private final String group;
  private final String instance;
  private final PresentTopicIds ids;

  public KafkaIntakeClients(KafkaClients clients, String service, Ambient ambient) {
    this.clients = clients;
    this.group = clients.group(service);
    this.instance = group + '-' + ambient.newUuid();
    this.ids = new PresentTopicIds(clients, ambient.ticker());
  }

  @Override
  public Consumer<byte[], byte[]> consumer(int recordsPerPoll) {
    // partitions that stay go on while others move
    return clients.consumer(
        instance,
        Map.of(
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            CooperativeStickyAssignor.class.getName()),
        Map.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            group,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            recordsPerPoll));
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    return TransactionalProducers.open(clients, instance, instance, largestLetter());
  }

  @Override
  public Optional<String> topicId(String topic) {
    return ids.apply(topic);
  }

  @Override
  public void close(Deadline deadline) {
    ids.close(deadline);
  }

  private static int largestLetter() {
    return Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.DEAD_LETTERS)
        .mapToInt(Topic::maxMessageBytes)
        .max()
        .orElseThrow();
  }
}
