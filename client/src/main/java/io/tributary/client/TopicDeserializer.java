package io.tributary.client;

import io.tributary.registry.ValueFormats;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserializer for {@code value.deserializer}: values by the catalogue's type of their topic, of
 * any generation. Keys are UTF-8 text, for Kafka's own {@code StringDeserializer}. Kafka's consumer
 * throws {@code RecordDeserializationException} at undecodable values. Seek past the record only
 * where the cause is {@link io.tributary.schemas.format.UndecodableException}; after any other,
 * such as {@link io.tributary.schemas.format.SchemaUnavailableException}, the record is good: poll
 * again. {@link TributaryConsumer} does that by itself.
 */
public final class TopicDeserializer implements Deserializer<SpecificRecordBase> {

  /** The pipeline's {@code topic.prefix}; none unless set. */
  public static final String TOPIC_PREFIX = "tributary.topic.prefix";

  /** The registry's URL; without it values are in single-object encoding. */
  public static final String SCHEMA_REGISTRY = "tributary.schema.registry.url";

  private static final Pattern GENERATION = Pattern.compile("g[1-9]\\d*\\.(?=.)");

  private final Map<String, Class<? extends SpecificRecordBase>> types = new ConcurrentHashMap<>();
  private String prefix = "";
  private @Nullable ValueFormat format;

  @Override
  public void configure(Map<String, ?> settings, boolean isKey) {
    if (isKey) {
      throw new IllegalArgumentException("keys are text; use StringDeserializer");
    }
    prefix = Objects.toString(settings.get(TOPIC_PREFIX), "");
    String registry = Objects.toString(settings.get(SCHEMA_REGISTRY), "");
    format = ValueFormats.of(registry.isEmpty() ? null : URI.create(registry));
  }

  @Override
  public @Nullable SpecificRecordBase deserialize(String topic, byte @Nullable [] bytes) {
    ValueFormat configured = Objects.requireNonNull(format, "not configured");
    return bytes == null
        ? null
        : configured.decode(types.computeIfAbsent(topic, this::typeOf), bytes);
  }

  private Class<? extends SpecificRecordBase> typeOf(String name) {
    String plain = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    String ofGeneration = GENERATION.matcher(plain).replaceFirst("");
    Topic<?, ?> topic =
        Topics.named(ofGeneration)
            .orElseThrow(() -> new SerializationException(name + " is no topic of the catalogue"));
    return topic.valueType().orElseThrow(() -> new SerializationException(name + " has no type"));
  }
}
