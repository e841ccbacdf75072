/** What the sink stores, beside the bare client that does the same transactions. */
@NullMarked
package io.tributary.benchmarks.sink;

import org.jspecify.annotations.NullMarked;
