package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.Origin;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The record of a fact.
 *
 * @param timestamp of derived records, epoch milliseconds
 */
@SuppressWarnings("ArrayRecordComponent") // Kafka's own byte arrays, never compared
public record FactRecord(
    byte @Nullable [] key,
    byte @Nullable [] value,
    Headers headers,
    Origin origin,
    long timestamp) {}
