package io.tributary.processors.fact;

import io.tributary.schemas.topic.Topic;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A record that a fact becomes.
 *
 * @param value null removes the key from a compacted topic
 */
public record Emission<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, K key, @Nullable V value) {}
