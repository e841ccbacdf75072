/** Records that are written a second time, so that tables hold again what they must. */
@NullMarked
package io.tributary.sink.replay;

import org.jspecify.annotations.NullMarked;
