/** Channel providers: their requests, signed as theirs are. */
@NullMarked
package io.tributary.traffic.channel;

import org.jspecify.annotations.NullMarked;
