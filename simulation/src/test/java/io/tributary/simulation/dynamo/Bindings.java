package io.tributary.simulation.dynamo;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the placeholders of a request's expression stand for.
 *
 * @param names attribute names by {@code #placeholder}
 * @param values values by {@code :placeholder}, in the form in which items hold them
 */
record Bindings(Map<String, String> names, Map<String, AttributeValue> values) {}
