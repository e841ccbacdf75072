/** Tests of how a process runs and ends. */
@NullMarked
package io.tributary.cli.process;

import org.jspecify.annotations.NullMarked;
