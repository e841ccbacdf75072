package io.tributary.processors;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogConsumer;
import io.tributary.runtime.kafka.client.LogListener;
import io.tributary.runtime.kafka.client.LogWatch;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** Clients of Kafka Streams that count lost facts, and make no lost changelog anew. */
final class LossCounting implements KafkaClientSupplier {

  private final KafkaClients clients;
  private final LogWatch watch;
  private final LogListener losses;

  LossCounting(KafkaClients clients, LogWatch watch, LogListener losses) {
    this.clients = clients;
    this.watch = watch;
    this.losses = losses;
  }

  LogWatch watch() {
    return watch;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LogConsumer(config, watch, losses);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return getRestoreConsumer(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return new ChangelogAdmin(Admin.create(config), clients).guarded();
  }
}
