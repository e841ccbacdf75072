/** How JSON is read whose names somebody else chose. */
@NullMarked
package io.tributary.schemas.json;

import org.jspecify.annotations.NullMarked;
