/** Commands of dead letters. */
@NullMarked
package io.tributary.cli.deadletters;

import org.jspecify.annotations.NullMarked;
