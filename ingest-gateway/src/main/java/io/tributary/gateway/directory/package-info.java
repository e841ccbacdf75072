/** Compacted topics held in memory, each followed by a thread of its own. */
@NullMarked
package io.tributary.gateway.directory;

import org.jspecify.annotations.NullMarked;
