/** The whole pipeline in one thread of control, from a seed. */
@NullMarked
package io.tributary.simulation;

import org.jspecify.annotations.NullMarked;
