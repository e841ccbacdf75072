package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of an item.
 *
 * @param stream number of the table's stream
 * @param keys the item's key
 * @param before null if there was no item
 * @param after null if there is none any more
 * @param expired whether time to live removed it
 */
public record ItemChange(
    int stream,
    Map<String, AttributeValue> keys,
    @Nullable Map<String, AttributeValue> before,
    @Nullable Map<String, AttributeValue> after,
    boolean expired) {}
