/** Dead letters: one form for all stages. */
@NullMarked
package io.tributary.schemas.deadletter;

import org.jspecify.annotations.NullMarked;
