/** Commands that replay topics and verify tables. */
@NullMarked
package io.tributary.cli.replay;

import org.jspecify.annotations.NullMarked;
