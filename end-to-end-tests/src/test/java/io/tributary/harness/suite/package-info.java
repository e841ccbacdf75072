/** The run of a suite of tests as a whole. */
@NullMarked
package io.tributary.harness.suite;

import org.jspecify.annotations.NullMarked;
