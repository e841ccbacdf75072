/** What it costs to remember ids: the dedupe store alone, and in the topology. */
@NullMarked
package io.tributary.benchmarks.dedupe;

import org.jspecify.annotations.NullMarked;
