package io.tributary.client;

import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.Retries;
import io.tributary.client.poll.PollLoop;
import io.tributary.client.poll.RecordProcessing;
import io.tributary.client.poll.TopicRoute;
import io.tributary.client.record.RecordHandler;
import io.tributary.registry.RegistryAddress;
import io.tributary.registry.RegistryFormat;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Builder of a {@link TributaryConsumer}. Brokers, a group and at least one topic must be set; the
 * rest has defaults.
 */
public final class ConsumerBuilder {

  private static final String BROKERS = "bootstrap.servers";
  private static final String GROUP = "group.id";

  /** Settings that the consumer's promises rest on. */
  private static final Map<String, String> FIXED =
      Map.of("enable.auto.commit", "false", "isolation.level", "read_committed");

  private static final String RESET = "auto.offset.reset";
  private static final String ASSIGNMENT = "partition.assignment.strategy";

  private static final Map<String, String> DEFAULTS =
      Map.of(
          RESET,
          "earliest",
          "allow.auto.create.topics",
          "false",
          // partitions that stay with a consumer are not disturbed by those that move
          ASSIGNMENT,
          "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");

  private static final Set<String> OURS = Set.of("key.deserializer", "value.deserializer");

  private final Map<String, Object> kafka = new HashMap<>(DEFAULTS);
  private final List<TopicRoute<?, ?>> routes = new ArrayList<>();
  private ValueFormat format = ValueFormats.of(null);
  private TopicNaming naming = TopicNaming.PLAIN;
  private FailurePolicy undecodable = FailurePolicy.stop(Retries.NONE);
  private FailurePolicy refused = FailurePolicy.stop(Retries.SOME);
  private int threads = 4;
  private Duration deadline = Duration.ofSeconds(10);

  ConsumerBuilder() {}

  /** The brokers, as {@code host:port,…}. */
  public ConsumerBuilder bootstrapServers(String servers) {
    kafka.put(BROKERS, servers);
    return this;
  }

  /** The consumer group: its members share the partitions, and its offsets outlive them. */
  public ConsumerBuilder groupId(String group) {
    kafka.put(GROUP, group);
    return this;
  }

  /** Reads a topic; {@link IllegalArgumentException} for dead letters and the like. */
  public <K, V extends SpecificRecordBase> ConsumerBuilder on(
      Topic<K, V> topic, RecordHandler<K, V> handler) {
    if (topic.valueType().isEmpty()) {
      throw new IllegalArgumentException(topic.name() + " keeps the bytes of other topics");
    }
    if (routes.stream().anyMatch(route -> route.topic().name().equals(topic.name()))) {
      throw new IllegalArgumentException(topic.name() + " has a handler already");
    }
    routes.add(new TopicRoute<>(topic, handler));
    return this;
  }

  /** Names of topics: the pipeline's prefix, and the generation to read. */
  public ConsumerBuilder naming(TopicNaming names) {
    this.naming = names;
    return this;
  }

  /**
   * Registry of values in the wire format. Values in single-object encoding, which need none, are
   * read as well.
   */
  public ConsumerBuilder schemaRegistry(URI url) {
    return schemaRegistry(RegistryAddress.of(url));
  }

  /** The same for a registry with a login. */
  public ConsumerBuilder schemaRegistry(RegistryAddress registry) {
    return format(RegistryFormat.neverWaiting(registry, ""));
  }

  /** Format of values. A format that waits for a schema holds up other partitions' records. */
  public ConsumerBuilder format(ValueFormat form) {
    this.format = form;
    return this;
  }

  /** Policy for undecodable records; by default the consumer stops. */
  public ConsumerBuilder whenUndecodable(FailurePolicy policy) {
    this.undecodable = policy;
    return this;
  }

  /** Policy for records whose handler throws; by default the consumer retries, then stops. */
  public ConsumerBuilder whenRefused(FailurePolicy policy) {
    this.refused = policy;
    return this;
  }

  /** Number of partitions that are handled at the same time; 4 by default. */
  public ConsumerBuilder threads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("threads: at least 1, not " + count);
    }
    this.threads = count;
    return this;
  }

  /**
   * Limit for the current record when its partition moves, or the consumer closes; 10 seconds by
   * default. Then its thread is interrupted, and it is delivered again. Less than {@code
   * max.poll.interval.ms}, since polling pauses meanwhile.
   */
  public ConsumerBuilder deadline(Duration limit) {
    this.deadline = limit;
    return this;
  }

  /**
   * A setting of the Kafka consumer, such as {@code security.protocol}; {@link
   * IllegalArgumentException} for settings that the consumer's promises rest on.
   */
  public ConsumerBuilder kafka(String key, String value) {
    if (OURS.contains(key) || !FIXED.getOrDefault(key, value).equals(value)) {
      throw new IllegalArgumentException(key + " is not to be set");
    }
    kafka.put(key, value);
    return this;
  }

  /** The consumer, not yet started. {@link IllegalStateException} names a missing setting. */
  public TributaryConsumer build() {
    for (String needed : List.of(BROKERS, GROUP)) {
      if (!kafka.containsKey(needed)) {
        throw new IllegalStateException(needed + " is missing");
      }
    }
    if (routes.isEmpty()) {
      throw new IllegalStateException("no topic has a handler");
    }
    Map<String, TopicRoute<?, ?>> byName = new HashMap<>();
    routes.forEach(route -> byName.put(naming.of(route.topic()), route));
    RecordProcessing processing = new RecordProcessing(byName, format, undecodable, refused);
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    return new TributaryConsumer(
        new PollLoop(consumer, processing, new TreeSet<>(byName.keySet()), threads, deadline));
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(kafka);
    settings.putAll(FIXED);
    // else records that are gone would be skipped in silence
    settings.replace(RESET, DEFAULTS.get(RESET), "none");
    if ("consumer".equalsIgnoreCase(String.valueOf(kafka.get("group.protocol")))) {
      // there the brokers assign, in the same way, and the setting is refused
      settings.remove(ASSIGNMENT, DEFAULTS.get(ASSIGNMENT));
    }
    return settings;
  }
}
