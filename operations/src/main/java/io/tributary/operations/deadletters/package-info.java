/** Dead letters as operators work them: found, shown, sent back, given up. */
@NullMarked
package io.tributary.operations.deadletters;

import org.jspecify.annotations.NullMarked;
