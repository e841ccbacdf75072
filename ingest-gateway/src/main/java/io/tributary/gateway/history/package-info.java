/** The history family: what assistant applications post about conversations, as facts. */
@NullMarked
package io.tributary.gateway.history;

import org.jspecify.annotations.NullMarked;
