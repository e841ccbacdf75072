/**
 * Reads the record topics: one consumer thread, bounded by what is in flight, careful when
 * partitions come and go.
 */
@NullMarked
package io.tributary.sink.intake;

import org.jspecify.annotations.NullMarked;
