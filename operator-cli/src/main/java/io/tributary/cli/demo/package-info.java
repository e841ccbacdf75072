/** Sample traffic through a whole pipeline, and the items after it. */
@NullMarked
package io.tributary.cli.demo;

import org.jspecify.annotations.NullMarked;
