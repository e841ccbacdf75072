/**
 * The history family: messages become items of the table history, and threads two, one with their
 * messages and one in their user's list, which a stale state never overwrites.
 */
@NullMarked
package io.tributary.sink.history;

import org.jspecify.annotations.NullMarked;
