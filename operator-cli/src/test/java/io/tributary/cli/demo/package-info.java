/** Tests. */
@NullMarked
package io.tributary.cli.demo;

import org.jspecify.annotations.NullMarked;
