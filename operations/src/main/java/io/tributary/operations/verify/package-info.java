/**
 * Compares tables with topics or with other tables, and repairs them. {@link
 * io.tributary.operations.verify.Verification} shows the whole course.
 */
@NullMarked
package io.tributary.operations.verify;

import org.jspecify.annotations.NullMarked;
