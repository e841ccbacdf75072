/** Commands that a single writer decides in log order, and the wait for their outcomes. */
@NullMarked
package io.tributary.gateway.command;

import org.jspecify.annotations.NullMarked;
