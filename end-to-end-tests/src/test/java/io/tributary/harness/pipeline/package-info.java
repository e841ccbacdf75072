/** The pipeline as a whole or in parts, each part a process of its own. */
@NullMarked
package io.tributary.harness.pipeline;

import org.jspecify.annotations.NullMarked;
