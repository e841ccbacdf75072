package io.tributary.runtime.kafka.client;

import io.tributary.registry.RegistryAddress;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka clients. Guarantees go before {@code kafka.*} settings, those before a caller's
 * defaults.
 */
public final class KafkaClients {

  private static final Map<String, Object> PRODUCER_GUARANTEES =
      Map.of(ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);

  private static final Map<String, Object> CONSUMER_GUARANTEES =
      Map.of(
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_committed",
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          false,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "earliest",
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          false);

  /** Closing a consumer waits for its last fetch. */
  private static final int READERS_FETCH_WAIT_MS = 20;

  /**
   * Settings of members of groups: a killed one is missed as soon as brokers allow by default, as
   * its partitions wait for that.
   */
  private static final Map<String, Object> MEMBERSHIP =
      Map.of(
          ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000,
          ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 300);

  /** Wait for a silent broker, before another one is asked; Kafka's own default is 30 s. */
  public static final int ANSWER_MS = 5_000;

  /**
   * Keys that {@code kafka.*} cannot set: guarantees rest on them, or they have their own setting.
   */
  private static final Set<String> RESERVED =
      Set.of(
          AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
          ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          "application.id",
          "processing.guarantee",
          "num.stream.threads",
          "num.standby.replicas",
          "replication.factor",
          "state.dir");

  private final Settings settings;

  public KafkaClients(Settings settings) {
    this.settings = settings;
  }

  public TopicNaming topics() {
    return new TopicNaming(
        settings.get(KafkaSettings.TOPIC_PREFIX),
        KafkaSettings.generation(settings),
        settings.get(KafkaSettings.PARTITIONS));
  }

  public Set<Family> families() {
    return settings.get(KafkaSettings.FAMILIES);
  }

  /** The schema registry, if configured. */
  public Optional<RegistryAddress> registry() {
    return KafkaSettings.registry(settings);
  }

  /** Consumer group or application id of a service in this generation. */
  public String group(String service) {
    return topics().ofGeneration("tributary-" + service);
  }

  /** The same in another generation. */
  public String group(String service, int generation) {
    TopicNaming own = topics();
    return new TopicNaming(own.prefix(), generation, own.partitions())
        .ofGeneration("tributary-" + service);
  }

  /** An idempotent producer with acks from all in-sync replicas. */
  public Producer<byte[], byte[]> producer(String clientId, Map<String, Object> defaults) {
    return producer(clientId, defaults, Map.of());
  }

  /**
   * A producer.
   *
   * @param fixed not changed by {@code kafka.*} settings
   */
  public Producer<byte[], byte[]> producer(
      String clientId, Map<String, Object> defaults, Map<String, Object> fixed) {
    Map<String, Object> config = merge(clientId, ProducerConfig.configNames(), defaults);
    config.putAll(fixed);
    config.putAll(PRODUCER_GUARANTEES);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** A consumer of committed records with manual commits. */
  public Consumer<byte[], byte[]> consumer(String clientId, Map<String, Object> defaults) {
    return consumer(clientId, defaults, Map.of());
  }

  /**
   * A consumer.
   *
   * @param fixed not changed by {@code kafka.*} settings
   */
  public Consumer<byte[], byte[]> consumer(
      String clientId, Map<String, Object> defaults, Map<String, Object> fixed) {
    Map<String, Object> config = merge(clientId, ConsumerConfig.configNames(), defaults);
    config.putAll(fixed);
    config.putAll(CONSUMER_GUARANTEES);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A consumer that tells of losses of the log. */
  public Consumer<byte[], byte[]> consumer(
      String clientId,
      Map<String, Object> defaults,
      Map<String, Object> fixed,
      LogWatch watch,
      LogListener listener) {
    Map<String, Object> config = merge(clientId, ConsumerConfig.configNames(), defaults);
    config.putAll(fixed);
    config.putAll(CONSUMER_GUARANTEES);
    return new LogConsumer(config, watch, listener);
  }

  /** A consumer that reads a topic to its end, and closes quickly unless defaults say else. */
  public Consumer<byte[], byte[]> reader(String clientId, Map<String, Object> defaults) {
    Map<String, Object> all = new HashMap<>(defaults);
    all.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READERS_FETCH_WAIT_MS);
    return consumer(clientId, all);
  }

  public Admin admin(String clientId) {
    return Admin.create(merge(clientId, AdminClientConfig.configNames(), Map.of()));
  }

  /** Session time-out of members of groups. */
  public Duration session() {
    String key = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
    Object value = passThrough().get(key);
    return Duration.ofMillis((Integer) ConfigDef.parseType(key, value, ConfigDef.Type.INT));
  }

  /** Address, membership, {@code kafka.*} settings, for clients made elsewhere. */
  public Map<String, Object> passThrough() {
    Map<String, Object> config = new HashMap<>(MEMBERSHIP);
    config.putAll(settings.kafka());
    config.put(
        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    return config;
  }

  public static Set<String> knownKeys() {
    return knownKeys(Set.of());
  }

  /** Keys that {@code kafka.*} may set. */
  public static Set<String> knownKeys(Set<String> more) {
    Set<String> keys = new TreeSet<>(ProducerConfig.configNames());
    keys.addAll(ConsumerConfig.configNames());
    keys.addAll(AdminClientConfig.configNames());
    keys.addAll(more);
    keys.removeAll(RESERVED);
    return keys;
  }

  private Map<String, Object> merge(
      String clientId, Set<String> known, Map<String, Object> defaults) {
    Map<String, Object> config = new HashMap<>();
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS);
    config.putAll(defaults);
    passThrough().forEach((key, value) -> putIfKnown(config, known, key, value));
    // begins with our name in any case, by which members of our groups are known
    config.merge(AdminClientConfig.CLIENT_ID_CONFIG, clientId, (theirs, own) -> own + "-" + theirs);
    return config;
  }

  private static void putIfKnown(
      Map<String, Object> config, Set<String> known, String key, Object value) {
    if (known.contains(key)) {
      config.put(key, value);
    }
  }
}
