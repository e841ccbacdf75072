/** The history family from request to item, in peace and under faults. */
@NullMarked
package io.tributary.e2e.history;

import org.jspecify.annotations.NullMarked;
