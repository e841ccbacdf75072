/**
 * Relays from tables' streams to topics what DynamoDB has removed because it expired, each removal
 * once. Knows no family.
 */
@NullMarked
package io.tributary.sink.relay;

import org.jspecify.annotations.NullMarked;
