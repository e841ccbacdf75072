/** Sizes of items, for the gateway and the processors. */
@NullMarked
package io.tributary.schemas.item;

import org.jspecify.annotations.NullMarked;
