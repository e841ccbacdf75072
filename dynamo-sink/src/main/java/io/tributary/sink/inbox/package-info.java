/**
 * The inbox family: messages, receipts, counters and settings become items of the one table inbox,
 * and what is removed is deleted, unless the table holds something newer.
 */
@NullMarked
package io.tributary.sink.inbox;

import org.jspecify.annotations.NullMarked;
