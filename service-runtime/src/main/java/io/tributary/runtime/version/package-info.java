/** Which release this is. */
@NullMarked
package io.tributary.runtime.version;

import org.jspecify.annotations.NullMarked;
