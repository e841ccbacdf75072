/** Compacted topics held in memory, all read by one thread. */
@NullMarked
package io.tributary.gateway.directory;

import org.jspecify.annotations.NullMarked;
