/** JSON texts written by hand, and read as plain values. */
@NullMarked
package io.tributary.traffic.json;

import org.jspecify.annotations.NullMarked;
