package io.tributary.processors;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogConsumer;
import io.tributary.runtime.kafka.client.LogListener;
import io.tributary.runtime.kafka.client.LogWatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Clients of Kafka Streams that count lost facts, and make no lost changelog anew. Consumers are
 * static members, by the transactional ids of their threads: a restarted instance takes its
 * partitions back, and a lost member's transaction is known.
 */
final class LossCounting implements KafkaClientSupplier {

  private static final Pattern THREAD = Pattern.compile("-StreamThread-(\\d+)-");

  private final KafkaClients clients;
  private final LogWatch watch;
  private final LogListener losses;

  /** Transactional ids by the numbers of their threads. */
  private final Map<String, String> threads = new ConcurrentHashMap<>();

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
    Map<String, Object> named = new HashMap<>(config);
    // Kafka Streams makes a thread's producer first
    named.put(
        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
        Objects.requireNonNull(threads.get(thread(config, ConsumerConfig.CLIENT_ID_CONFIG))));
    return new LogConsumer(named, watch, losses);
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
    threads.put(
        thread(config, ProducerConfig.CLIENT_ID_CONFIG),
        String.valueOf(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG)));
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static String thread(Map<String, Object> config, String key) {
    Matcher thread = THREAD.matcher(String.valueOf(config.get(key)));
    if (!thread.find()) {
      throw new IllegalStateException("no client of a thread: " + config.get(key));
    }
    return thread.group(1);
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return new ChangelogAdmin(Admin.create(config), clients).guarded();
  }
}
