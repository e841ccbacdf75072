/** The log of live generations. */
@NullMarked
package io.tributary.runtime.kafka.generation;

import org.jspecify.annotations.NullMarked;
