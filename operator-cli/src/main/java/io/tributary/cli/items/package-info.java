/** Items of tables as plain JSON. */
@NullMarked
package io.tributary.cli.items;

import org.jspecify.annotations.NullMarked;
