/** How a value becomes bytes on a topic and is read again. */
@NullMarked
package io.tributary.schemas.format;

import org.jspecify.annotations.NullMarked;
