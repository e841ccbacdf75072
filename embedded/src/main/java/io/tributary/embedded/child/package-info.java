/**
 * What every embedded server needs as a child process: arguments, the lock on its data directory,
 * one line when it is ready, and an end that follows its parent's. It knows neither Kafka nor
 * DynamoDB.
 */
@NullMarked
package io.tributary.embedded.child;

import org.jspecify.annotations.NullMarked;
