package io.tributary.schemas.topic;

import io.tributary.schemas.key.KeyCodec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.utils.Utils;

/**
 * One topic of the catalogue.
 *
 * @param name {@code <family>.<what>}, without prefix
 * @param family empty for the pipeline's own topics
 * @param valueType empty for dead letters and redrives, which keep the bytes of their origin
 * @param partitions fixed when the topic is made, because keys hash onto them
 * @param maxMessageBytes limit of a record batch
 */
public record Topic<K, V extends SpecificRecordBase>(
    String name,
    Optional<Family> family,
    TopicKind kind,
    KeyCodec<K> keys,
    Optional<Class<V>> valueType,
    int partitions,
    Retention retention,
    int maxMessageBytes) {

  /** Label of the pipeline's own topics. */
  private static final String OWN = "tributary";

  private static final Set<TopicKind> WHOLE =
      Set.of(TopicKind.META, TopicKind.GENERATIONS, TopicKind.DEAD_LETTERS, TopicKind.DECISIONS);

  /** A topic with the usual partitions and sizes; its name begins with its family's label. */
  static <K, V extends SpecificRecordBase> Topic<K, V> of(
      String name, TopicKind kind, KeyCodec<K> keys, Class<V> type, Retention retention) {
    return new Topic<>(
        name,
        familyOf(name.substring(0, name.indexOf('.'))),
        kind,
        keys,
        Optional.of(type),
        Topics.PARTITIONS,
        retention,
        Topics.MAX_MESSAGE_BYTES);
  }

  private static Optional<Family> familyOf(String label) {
    return label.equals(OWN)
        ? Optional.empty()
        : Optional.of(Family.valueOf(label.toUpperCase(Locale.ROOT)));
  }

  static <K, V extends SpecificRecordBase> Topic<K, V> facts(
      String name, KeyCodec<K> keys, Class<V> type, Retention retention) {
    return of(name, TopicKind.FACTS, keys, type, retention);
  }

  static <K, V extends SpecificRecordBase> Topic<K, V> records(
      String name, KeyCodec<K> keys, Class<V> type, Retention retention) {
    return of(name, TopicKind.RECORDS, keys, type, retention);
  }

  /**
   * Kafka's settings of the topic. Retention goes by the broker's clock: a gateway with a wrong
   * clock can neither lose a fact nor keep it for ever.
   */
  public Map<String, String> config() {
    Map<String, String> config = new HashMap<>(retention.topicConfig());
    config.put("max.message.bytes", Integer.toString(maxMessageBytes));
    config.put("message.timestamp.type", "LogAppendTime");
    return Map.copyOf(config);
  }

  /**
   * True of topics that no record may ever leave, though no group consumes them: without one a
   * decision is forgotten, or a dead letter.
   */
  public boolean isKeptWhole() {
    return retention.equals(Retention.UNLIMITED) && WHOLE.contains(kind);
  }

  /** True where the newest record of each key stays. */
  public boolean isCompacted() {
    return retention.topicConfig().containsValue("compact");
  }

  public byte[] keyBytes(K key) {
    return keys.encode(key).getBytes(StandardCharsets.UTF_8);
  }

  /** The partition of a key among {@code count}: Kafka's default hash over the partition key. */
  public int partitionOf(K key, int count) {
    byte[] bytes = keys.partitionKey(key).getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(bytes)) % count;
  }

  public Topic<K, V> withRetention(Retention other) {
    return new Topic<>(name, family, kind, keys, valueType, partitions, other, maxMessageBytes);
  }

  public Topic<K, V> withPartitions(int other) {
    return new Topic<>(name, family, kind, keys, valueType, other, retention, maxMessageBytes);
  }

  /** The type of its values; dead letters and redrives have none. */
  public Class<V> requiredValueType() {
    return valueType.orElseThrow(
        () -> new IllegalStateException(name + " keeps the values of other topics"));
  }

  /** Name of the type of its values. */
  public String valueName() {
    return valueType.map(Class::getSimpleName).orElse("(as its origin)");
  }

  @Override
  public String toString() {
    return name;
  }
}
