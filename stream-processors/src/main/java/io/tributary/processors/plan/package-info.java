/**
 * How a family says what becomes of its facts; turns it into named nodes of a Kafka Streams
 * topology.
 */
@NullMarked
package io.tributary.processors.plan;

import org.jspecify.annotations.NullMarked;
