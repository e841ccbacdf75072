/** Tests of the inbox family's parts that the whole topology does not show. */
@NullMarked
package io.tributary.processors.inbox;

import org.jspecify.annotations.NullMarked;
