/** Operators' commands against a pipeline of real processes. */
@NullMarked
package io.tributary.e2e.operators;

import org.jspecify.annotations.NullMarked;
