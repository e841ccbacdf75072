/** Measurements; each prints a ratio against something measured in the same run. */
@NullMarked
package io.tributary.benchmarks;

import org.jspecify.annotations.NullMarked;
