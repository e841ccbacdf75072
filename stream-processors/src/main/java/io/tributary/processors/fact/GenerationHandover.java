package io.tributary.processors.fact;

import io.tributary.schemas.topic.Topic;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Which facts a generation of processors appends that follow from others: a fact that one before it
 * has appended is in the log, and where it stands there decides what comes of it.
 *
 * @param shadow true of one that follows the live one, and appends nothing
 * @param handoverOffsets how far the generation before had come when this one took over, by topics'
 *     names without prefix
 * @param stillOwner asked whenever processors begin with a partition: false once another generation
 *     is taking over, or has
 */
public record GenerationHandover(
    boolean shadow, Map<TopicPartition, Long> handoverOffsets, BooleanSupplier stillOwner) {

  /** Of a generation that has none before it. */
  public static final GenerationHandover FIRST =
      new GenerationHandover(false, Map.of(), () -> true);

  /** Of a generation that is not live. */
  public static final GenerationHandover SHADOW =
      new GenerationHandover(true, Map.of(), () -> true);

  /** Copies the handoverOffsets. */
  public GenerationHandover {
    handoverOffsets = Map.copyOf(handoverOffsets);
  }

  /** True when what follows from the fact at that place is this generation's to append. */
  boolean appendsFor(Topic<?, ?> topic, int partition, long offset) {
    TopicPartition place = new TopicPartition(topic.name(), partition);
    return !shadow && offset >= handoverOffsets.getOrDefault(place, 0L);
  }
}
