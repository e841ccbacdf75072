/**
 * One Apache Kafka broker with its own controller, run as a child process on loopback. Its data
 * directory outlives the process; its ports need not stay the same.
 */
@NullMarked
package io.tributary.embedded.kafka;

import org.jspecify.annotations.NullMarked;
