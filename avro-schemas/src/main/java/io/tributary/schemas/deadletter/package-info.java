/** What becomes of a record that cannot be processed or stored: one form for all stages. */
@NullMarked
package io.tributary.schemas.deadletter;

import org.jspecify.annotations.NullMarked;
