/** Realistic traffic against a running gateway, and what its tables must hold. */
@NullMarked
package io.tributary.cli.simulate;

import org.jspecify.annotations.NullMarked;
