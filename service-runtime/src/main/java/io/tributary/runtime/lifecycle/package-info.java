/** Start, check and close of everything that lives long. */
@NullMarked
package io.tributary.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
