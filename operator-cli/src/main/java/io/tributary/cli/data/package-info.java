/** Commands that read topics, schemas and tables. */
@NullMarked
package io.tributary.cli.data;

import org.jspecify.annotations.NullMarked;
