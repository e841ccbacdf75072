package io.tributary.sink.relay;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.commit.TransactionalProducers;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.Producer;

final class KafkaRelayClients implements RelayClients {

  private final KafkaClients clients;
  private final Topic<?, ?> topic;
  private final String group;
  private final String instance;

  KafkaRelayClients(KafkaClients clients, Topic<?, ?> topic, RuntimeContext runtime) {
    this.clients = clients;
    this.topic = topic;
    this.group = clients.group("sink-relay");
    this.instance = group + '-' + runtime.newUuid();
  }

  @Override
  public Consumer<byte[], byte[]> consumer() {
    // who relays goes on while others come and go
    return clients.consumer(
        instance,
        Map.of(
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            CooperativeStickyAssignor.class.getName()),
        Map.of(ConsumerConfig.GROUP_ID_CONFIG, group));
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    String id = group + '-' + topic.name();
    return TransactionalProducers.open(clients, instance, id, topic.maxMessageBytes());
  }
}
