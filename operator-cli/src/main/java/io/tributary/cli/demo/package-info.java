/** Sample traffic through a whole pipeline, and what the tables must hold after it. */
@NullMarked
package io.tributary.cli.demo;

import org.jspecify.annotations.NullMarked;
