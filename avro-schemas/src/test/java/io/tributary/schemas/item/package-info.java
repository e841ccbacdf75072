@NullMarked
package io.tributary.schemas.item;

import org.jspecify.annotations.NullMarked;
