/** The embedded DynamoDB server beside an endpoint that stores nothing. */
@NullMarked
package io.tributary.benchmarks.dynamodb;

import org.jspecify.annotations.NullMarked;
