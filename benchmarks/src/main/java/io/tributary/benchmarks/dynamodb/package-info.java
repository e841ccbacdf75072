/** The embedded DynamoDB server beside DynamoDB Local. */
@NullMarked
package io.tributary.benchmarks.dynamodb;

import org.jspecify.annotations.NullMarked;
