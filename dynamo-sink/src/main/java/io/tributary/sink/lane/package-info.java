/** Concurrency: what has the same key is done in order, everything else side by side. */
@NullMarked
package io.tributary.sink.lane;

import org.jspecify.annotations.NullMarked;
