/** Tells whether everything accepted has passed every stage, or how much is behind where. */
@NullMarked
package io.tributary.operations.drain;

import org.jspecify.annotations.NullMarked;
