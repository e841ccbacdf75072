/** A Kafka cluster in memory, for one thread: logs, transactions, consumer groups. */
@NullMarked
package io.tributary.simulation.log;

import org.jspecify.annotations.NullMarked;
