/** The status of a pipeline as text and as JSON. */
@NullMarked
package io.tributary.cli.status;

import org.jspecify.annotations.NullMarked;
