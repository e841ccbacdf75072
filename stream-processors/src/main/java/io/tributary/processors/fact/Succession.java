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
 * @param marks how far the generation before had come when this one took over, by topics' names
 *     without prefix
 * @param holds asked whenever processors begin with a partition: false once another generation is
 *     taking over, or has
 */
public record Succession(boolean shadow, Map<TopicPartition, Long> marks, BooleanSupplier holds) {

  /** Of a generation that has none before it. */
  public static final Succession FIRST = new Succession(false, Map.of(), () -> true);

  /** Of a generation that is not live. */
  public static final Succession SHADOW = new Succession(true, Map.of(), () -> true);

  /** Copies the marks. */
  public Succession {
    marks = Map.copyOf(marks);
  }

  /** True when what follows from the fact at that place is this generation's to append. */
  boolean appendsFor(Topic<?, ?> topic, int partition, long offset) {
    TopicPartition place = new TopicPartition(topic.name(), partition);
    return !shadow && offset >= marks.getOrDefault(place, 0L);
  }
}
