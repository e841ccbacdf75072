@NullMarked
package io.tributary.schemas.key;

import org.jspecify.annotations.NullMarked;
