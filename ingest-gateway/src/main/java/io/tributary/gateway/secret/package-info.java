/** Binds an installation to the secrets that shape its stored values. */
@NullMarked
package io.tributary.gateway.secret;

import org.jspecify.annotations.NullMarked;
