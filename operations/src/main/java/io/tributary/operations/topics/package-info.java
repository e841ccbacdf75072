/** The catalogue's topics as an operator sees them: listed, and read as JSON lines. */
@NullMarked
package io.tributary.operations.topics;

import org.jspecify.annotations.NullMarked;
