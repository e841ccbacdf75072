/** Tests of the comparison of tables. */
@NullMarked
package io.tributary.cli.verify;

import org.jspecify.annotations.NullMarked;
