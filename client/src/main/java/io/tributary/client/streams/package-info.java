/** For applications of Kafka Streams, which bring {@code kafka-streams} along themselves. */
@NullMarked
package io.tributary.client.streams;

import org.jspecify.annotations.NullMarked;
