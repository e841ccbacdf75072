/**
 * Compares tables with what the topics say they should hold, or with other tables, and writes what
 * is expected. {@link io.tributary.operations.verify.Verification} shows the whole course.
 */
@NullMarked
package io.tributary.operations.verify;

import org.jspecify.annotations.NullMarked;
