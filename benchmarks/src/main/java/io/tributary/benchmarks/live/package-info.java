/** Measures how long readings take to their table, alone and while tables are built again. */
@NullMarked
package io.tributary.benchmarks.live;

import org.jspecify.annotations.NullMarked;
