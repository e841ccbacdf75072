/** Work that starts afresh when it fails. */
@NullMarked
package io.tributary.sink.session;

import org.jspecify.annotations.NullMarked;
