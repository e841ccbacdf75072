/** Tests of the release's number. */
@NullMarked
package io.tributary.runtime.version;

import org.jspecify.annotations.NullMarked;
