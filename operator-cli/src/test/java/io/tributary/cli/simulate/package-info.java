/** Tests. */
@NullMarked
package io.tributary.cli.simulate;

import org.jspecify.annotations.NullMarked;
