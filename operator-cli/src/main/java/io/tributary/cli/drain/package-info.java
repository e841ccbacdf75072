/** Tells whether everything accepted has passed every stage, or how much is behind where. */
@NullMarked
package io.tributary.cli.drain;

import org.jspecify.annotations.NullMarked;
