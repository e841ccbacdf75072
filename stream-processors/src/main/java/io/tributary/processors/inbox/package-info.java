/**
 * What becomes of the inbox family's facts: settings and claims are decided, publishes go to each
 * inbox that they concern, and what happens in an inbox changes its messages, receipts and
 * counters.
 */
@NullMarked
package io.tributary.processors.inbox;

import org.jspecify.annotations.NullMarked;
