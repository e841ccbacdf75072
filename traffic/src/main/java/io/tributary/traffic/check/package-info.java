/** Checks of a pipeline's contents against what a model expects; findings are lines of text. */
@NullMarked
package io.tributary.traffic.check;

import org.jspecify.annotations.NullMarked;
