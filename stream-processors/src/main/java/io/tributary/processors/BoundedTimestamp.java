package io.tributary.processors;

import io.tributary.runtime.context.RuntimeContext;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * A fact's timestamp, never in the future: Kafka Streams takes facts of several partitions by their
 * timestamps, and one stamped by a fast broker must not wait for all others.
 */
public final class BoundedTimestamp implements TimestampExtractor {

  private final InstantSource clock;

  /** For Kafka Streams, which makes it. */
  public BoundedTimestamp() {
    this(RuntimeContext.system().clock());
  }

  BoundedTimestamp(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> fact, long partitionTime) {
    long stamped = fact.timestamp() < 0 ? partitionTime : fact.timestamp();
    return Math.max(0, Math.min(stamped, clock.millis()));
  }
}
