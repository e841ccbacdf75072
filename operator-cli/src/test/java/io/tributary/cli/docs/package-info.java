/** Tests. */
@NullMarked
package io.tributary.cli.docs;

import org.jspecify.annotations.NullMarked;
