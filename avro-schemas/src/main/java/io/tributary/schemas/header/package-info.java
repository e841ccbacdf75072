/** The headers that every record carries. */
@NullMarked
package io.tributary.schemas.header;

import org.jspecify.annotations.NullMarked;
