/** Realistic traffic against a running gateway, and the items of its tables. */
@NullMarked
package io.tributary.cli.simulate;

import org.jspecify.annotations.NullMarked;
