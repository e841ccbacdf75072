/** Tests. */
@NullMarked
package io.tributary.cli.drain;

import org.jspecify.annotations.NullMarked;
