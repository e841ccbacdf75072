/** Compares what a table or topic holds with what it must hold. */
@NullMarked
package io.tributary.harness.oracle;

import org.jspecify.annotations.NullMarked;
