@NullMarked
package io.tributary.runtime.health;

import org.jspecify.annotations.NullMarked;
