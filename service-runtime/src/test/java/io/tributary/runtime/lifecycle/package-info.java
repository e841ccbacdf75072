@NullMarked
package io.tributary.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
