/** Tests. */
@NullMarked
package io.tributary.cli.up;

import org.jspecify.annotations.NullMarked;
