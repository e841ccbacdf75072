/** The examples without a pipeline; with one they are run end to end. */
@NullMarked
package io.tributary.examples;

import org.jspecify.annotations.NullMarked;
