/** Definitions of tables, their creation, and the search for drift. */
@NullMarked
package io.tributary.sink.table;

import org.jspecify.annotations.NullMarked;
