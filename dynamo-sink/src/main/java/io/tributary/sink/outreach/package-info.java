/**
 * The outreach family: conversations with recipients become items of one table, which a stale state
 * never overwrites.
 */
@NullMarked
package io.tributary.sink.outreach;

import org.jspecify.annotations.NullMarked;
