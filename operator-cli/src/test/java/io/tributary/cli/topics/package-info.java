/** Tests. */
@NullMarked
package io.tributary.cli.topics;

import org.jspecify.annotations.NullMarked;
