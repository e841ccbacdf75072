@NullMarked
package io.tributary.schemas.schema;

import org.jspecify.annotations.NullMarked;
