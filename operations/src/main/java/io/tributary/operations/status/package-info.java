/** State of a pipeline at a moment: rates, lags, findings and their remedies. */
@NullMarked
package io.tributary.operations.status;

import org.jspecify.annotations.NullMarked;
