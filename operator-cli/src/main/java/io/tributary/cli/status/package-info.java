/** The state of a pipeline at a moment: what there is to see, what is wrong, and what to do. */
@NullMarked
package io.tributary.cli.status;

import org.jspecify.annotations.NullMarked;
