/** Kafka and DynamoDB under the pipelines of tests: children of {@code up}, or containers. */
@NullMarked
package io.tributary.harness.server;

import org.jspecify.annotations.NullMarked;
