package io.tributary.operations.status;

import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A topic at a moment.
 *
 * @param name in the cluster
 * @param records offsets that it holds, where markers of transactions count too
 * @param end sum of its partitions' ends
 * @param bytes on one replica; empty when the brokers do not say
 * @param consumed by the stage that reads it, if one does
 */
public record TopicView(
    Topic<?, ?> topic,
    String name,
    long records,
    long end,
    OptionalLong bytes,
    Optional<Consumed> consumed) {

  /**
   * How far a stage is.
   *
   * @param finished sum of the offsets up to which its partitions are finished
   * @param left offsets behind those, of partitions that have a record there
   * @param since when the broker took the oldest record that is left, in epoch milliseconds; empty
   *     when none is, or none can be read
   */
  public record Consumed(String stage, long finished, long left, OptionalLong since) {}
}
