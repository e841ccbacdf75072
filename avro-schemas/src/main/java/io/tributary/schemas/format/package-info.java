/** Formats of values on topics. */
@NullMarked
package io.tributary.schemas.format;

import org.jspecify.annotations.NullMarked;
