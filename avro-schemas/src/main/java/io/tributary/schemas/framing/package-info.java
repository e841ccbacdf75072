/** How a value becomes bytes on a topic and is read again. */
@NullMarked
package io.tributary.schemas.framing;

import org.jspecify.annotations.NullMarked;
