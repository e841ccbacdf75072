/** States that expire with the items they stand for: a later fact of the same key starts afresh. */
@NullMarked
package io.tributary.processors.state;

import org.jspecify.annotations.NullMarked;
