/** Tests of remembering ids. */
@NullMarked
package io.tributary.processors.dedupe;

import org.jspecify.annotations.NullMarked;
