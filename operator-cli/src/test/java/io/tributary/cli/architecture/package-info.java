/** Tests. */
@NullMarked
package io.tributary.cli.architecture;

import org.jspecify.annotations.NullMarked;
