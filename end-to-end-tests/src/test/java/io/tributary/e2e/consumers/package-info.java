/** Subscribers that are none of the pipeline's own. */
@NullMarked
package io.tributary.e2e.consumers;

import org.jspecify.annotations.NullMarked;
