/** How long to wait before trying again. */
@NullMarked
package io.tributary.runtime.retry;

import org.jspecify.annotations.NullMarked;
