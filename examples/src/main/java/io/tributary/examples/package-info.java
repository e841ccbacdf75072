/** Programs that subscribe to a pipeline, each in one class. */
@NullMarked
package io.tributary.examples;

import org.jspecify.annotations.NullMarked;
