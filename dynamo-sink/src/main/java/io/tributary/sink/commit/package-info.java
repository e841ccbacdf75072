/** Commits offsets, and dead letters together with them in one transaction. */
@NullMarked
package io.tributary.sink.commit;

import org.jspecify.annotations.NullMarked;
