/** The next generation: its run beside the live one, its progress, its promotion. */
@NullMarked
package io.tributary.operations.generation;

import org.jspecify.annotations.NullMarked;
