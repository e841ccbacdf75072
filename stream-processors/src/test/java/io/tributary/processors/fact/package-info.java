/** Tests of how facts are read and wait. */
@NullMarked
package io.tributary.processors.fact;

import org.jspecify.annotations.NullMarked;
