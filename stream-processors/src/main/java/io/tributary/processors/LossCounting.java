package io.tributary.processors;

import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.runtime.kafka.client.LogConsumer;
import io.tributary.runtime.kafka.client.LogListener;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Consumers of Kafka Streams that count facts which vanished before they were processed. */
final class LossCounting implements KafkaClientSupplier, LogListener {

  private static final Logger log = LoggerFactory.getLogger(LossCounting.class);

  private final TopicNaming naming;
  private final LogWatch watch;
  private final Meters meters;

  LossCounting(TopicNaming naming, LogWatch watch, Meters meters) {
    this.naming = naming;
    this.watch = watch;
    this.meters = meters;
  }

  LogWatch watch() {
    return watch;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LogConsumer(config, watch, this);
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
    return Admin.create(config);
  }

  @Override
  public void vanished(TopicPartition partition, long offsets) {
    Topic<?, ?> topic = topic(partition);
    if (offsets > 1 || !Topics.inTransactions(topic)) {
      log.error("{} offsets of {} were removed before they were processed", offsets, partition);
      meters.counter(ProcessorsMeter.LOG_GAPS, topic.name()).increment((double) offsets);
    }
  }

  @Override
  public void foreign(TopicPartition partition, long offset) {
    log.error("a foreign program in our group has committed offset {} of {}", offset, partition);
    meters.counter(ProcessorsMeter.FOREIGN_COMMITS, topic(partition).name()).increment();
  }

  private Topic<?, ?> topic(TopicPartition partition) {
    return Topics.all().stream()
        .filter(known -> naming.of(known).equals(partition.topic()))
        .findFirst()
        .orElseThrow();
  }
}
