package io.tributary.operations.status;

import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A topic at a moment.
 *
 * @param name in the cluster
 * @param records count of offsets, markers of transactions included
 * @param end sum of end offsets
 * @param bytes on one replica; empty if the brokers do not say
 */
public record TopicView(
    Topic<?, ?> topic,
    String name,
    long records,
    long end,
    OptionalLong bytes,
    Optional<Consumed> consumed) {

  /**
   * Progress of the consuming stage.
   *
   * @param finished sum of committed offsets
   * @param left count of offsets, of partitions with a record among them
   * @param since time of the oldest unfinished record by the broker, in epoch milliseconds
   */
  public record Consumed(String stage, long finished, long left, OptionalLong since) {}
}
