/** Tests of the command line. */
@NullMarked
package io.tributary.cli;

import org.jspecify.annotations.NullMarked;
