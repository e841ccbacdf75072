/** A gateway on real sockets over a log in memory. */
@NullMarked
package io.tributary.gateway.kit;

import org.jspecify.annotations.NullMarked;
