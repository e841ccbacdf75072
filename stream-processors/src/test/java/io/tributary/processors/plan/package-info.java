/** Tests of what a plan refuses. */
@NullMarked
package io.tributary.processors.plan;

import org.jspecify.annotations.NullMarked;
