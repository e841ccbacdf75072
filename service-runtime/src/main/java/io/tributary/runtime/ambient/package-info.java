/** The one place where clock, randomness and environment of the process are read. */
@NullMarked
package io.tributary.runtime.ambient;

import org.jspecify.annotations.NullMarked;
