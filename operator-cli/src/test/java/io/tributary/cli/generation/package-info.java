/** Tests of generations. */
@NullMarked
package io.tributary.cli.generation;

import org.jspecify.annotations.NullMarked;
