package io.tributary.simulation.dynamo;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of an item, as a stream keeps it.
 *
 * @param number greater than that of every earlier change in the stream
 * @param before null of an item that was not there
 * @param after null of an item that is gone
 * @param byService true if the service removed an expired item
 */
record Change(
    long number,
    Instant at,
    @Nullable Map<String, AttributeValue> before,
    @Nullable Map<String, AttributeValue> after,
    boolean byService) {}
