/** Measures what the inbox's counters cost, beside the documented way to count. */
@NullMarked
package io.tributary.benchmarks.inbox;

import org.jspecify.annotations.NullMarked;
