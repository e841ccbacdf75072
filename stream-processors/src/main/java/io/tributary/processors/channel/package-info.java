/** What families that hear of channel providers have in common. */
@NullMarked
package io.tributary.processors.channel;

import org.jspecify.annotations.NullMarked;
