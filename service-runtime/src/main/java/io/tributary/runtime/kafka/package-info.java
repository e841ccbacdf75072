/** Kafka clients and topics as every service sets them up. */
@NullMarked
package io.tributary.runtime.kafka;

import org.jspecify.annotations.NullMarked;
