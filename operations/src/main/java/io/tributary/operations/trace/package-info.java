/** The way of an event: request, facts, decisions, records, dead letters and items. */
@NullMarked
package io.tributary.operations.trace;

import org.jspecify.annotations.NullMarked;
