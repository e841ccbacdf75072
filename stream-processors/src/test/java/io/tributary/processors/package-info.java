/** Tests of the processors on Kafka's own topology driver. */
@NullMarked
package io.tributary.processors;

import org.jspecify.annotations.NullMarked;
