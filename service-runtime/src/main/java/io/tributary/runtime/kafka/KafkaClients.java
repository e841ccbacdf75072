package io.tributary.runtime.kafka;

import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.TopicNaming;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka clients. What the guarantees need cannot be set away: it is put over the {@code
 * kafka.*} settings, which are put over a caller's defaults.
 */
public final class KafkaClients {

  private static final Map<String, Object> PRODUCER_GUARANTEES =
      Map.of(ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);

  private static final Map<String, Object> CONSUMER_GUARANTEES =
      Map.of(
          ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");

  private final Settings settings;

  public KafkaClients(Settings settings) {
    this.settings = settings;
  }

  /** Names of the cluster's topics. */
  public TopicNaming topics() {
    return new TopicNaming(settings.get(KafkaSettings.TOPIC_PREFIX));
  }

  /** The consumer group, or application id, of a service. */
  public String group(String service) {
    return settings.get(KafkaSettings.TOPIC_PREFIX) + "tributary-" + service;
  }

  /** An idempotent producer of bytes that waits for all in-sync replicas. */
  public Producer<byte[], byte[]> producer(String clientId, Map<String, Object> defaults) {
    Map<String, Object> config =
        merge(clientId, ProducerConfig.configNames(), defaults, PRODUCER_GUARANTEES);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** A consumer of committed bytes that commits only by hand. */
  public Consumer<byte[], byte[]> consumer(String clientId, Map<String, Object> defaults) {
    Map<String, Object> config =
        merge(clientId, ConsumerConfig.configNames(), defaults, CONSUMER_GUARANTEES);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A client for operators' work. */
  public Admin admin(String clientId) {
    return Admin.create(merge(clientId, AdminClientConfig.configNames(), Map.of(), Map.of()));
  }

  /**
   * What a client that is made elsewhere, such as Kafka Streams, gets: address and {@code kafka.*}
   * settings.
   */
  public Map<String, Object> passThrough() {
    Map<String, Object> config = new HashMap<>(settings.kafka());
    config.put(
        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    return config;
  }

  /** Every key that some client knows. */
  public static Set<String> knownKeys() {
    Set<String> keys = new TreeSet<>(ProducerConfig.configNames());
    keys.addAll(ConsumerConfig.configNames());
    keys.addAll(AdminClientConfig.configNames());
    return keys;
  }

  private Map<String, Object> merge(
      String clientId,
      Set<String> known,
      Map<String, Object> defaults,
      Map<String, Object> guarantees) {
    Map<String, Object> config = new HashMap<>(defaults);
    config.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
    passThrough().forEach((key, value) -> putIfKnown(config, known, key, value));
    config.putAll(guarantees);
    return config;
  }

  private static void putIfKnown(
      Map<String, Object> config, Set<String> known, String key, Object value) {
    if (known.contains(key)) {
      config.put(key, value);
    }
  }
}
