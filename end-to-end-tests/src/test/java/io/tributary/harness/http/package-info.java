/** Plain HTTP and bare sockets, to say what a client of the project would never say. */
@NullMarked
package io.tributary.harness.http;

import org.jspecify.annotations.NullMarked;
