/**
 * What differs for the history family: how messages, changes of threads and feedback fold into
 * messages and threads.
 */
@NullMarked
package io.tributary.processors.history;

import org.jspecify.annotations.NullMarked;
