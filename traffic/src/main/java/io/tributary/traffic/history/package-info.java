/** The model of threads, their messages and feedback. */
@NullMarked
package io.tributary.traffic.history;

import org.jspecify.annotations.NullMarked;
