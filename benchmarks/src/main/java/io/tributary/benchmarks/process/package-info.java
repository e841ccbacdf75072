/** Processes that benchmarks start, and what they need. */
@NullMarked
package io.tributary.benchmarks.process;

import org.jspecify.annotations.NullMarked;
