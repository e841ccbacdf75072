/** How settings say how long items live. */
@NullMarked
package io.tributary.gateway.life;

import org.jspecify.annotations.NullMarked;
