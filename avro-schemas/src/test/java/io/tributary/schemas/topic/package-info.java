@NullMarked
package io.tributary.schemas.topic;

import org.jspecify.annotations.NullMarked;
