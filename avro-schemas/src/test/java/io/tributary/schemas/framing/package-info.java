@NullMarked
package io.tributary.schemas.framing;

import org.jspecify.annotations.NullMarked;
