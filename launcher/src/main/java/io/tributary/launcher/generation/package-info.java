/** Services in the live generation. */
@NullMarked
package io.tributary.launcher.generation;

import org.jspecify.annotations.NullMarked;
