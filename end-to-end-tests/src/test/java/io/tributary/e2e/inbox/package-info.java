/** The inbox family from request to item, and what expires. */
@NullMarked
package io.tributary.e2e.inbox;

import org.jspecify.annotations.NullMarked;
