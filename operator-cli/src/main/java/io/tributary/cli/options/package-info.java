/** Options of several commands. */
@NullMarked
package io.tributary.cli.options;

import org.jspecify.annotations.NullMarked;
