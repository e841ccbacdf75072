@NullMarked
package io.tributary.runtime.retry;

import org.jspecify.annotations.NullMarked;
