/** Which processing of the facts is live. */
@NullMarked
package io.tributary.runtime.kafka.generation;

import org.jspecify.annotations.NullMarked;
