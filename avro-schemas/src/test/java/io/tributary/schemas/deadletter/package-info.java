@NullMarked
package io.tributary.schemas.deadletter;

import org.jspecify.annotations.NullMarked;
