/** Tables that are built again from topics: planned, run, and looked at meanwhile. */
@NullMarked
package io.tributary.operations.replay;

import org.jspecify.annotations.NullMarked;
