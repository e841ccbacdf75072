/** Meters, each declared once with its meaning. */
@NullMarked
package io.tributary.runtime.metrics;

import org.jspecify.annotations.NullMarked;
