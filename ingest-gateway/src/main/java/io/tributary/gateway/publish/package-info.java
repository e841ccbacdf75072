/** Facts on their way to Kafka: one producer for the gateway, fed by one thread. */
@NullMarked
package io.tributary.gateway.publish;

import org.jspecify.annotations.NullMarked;
