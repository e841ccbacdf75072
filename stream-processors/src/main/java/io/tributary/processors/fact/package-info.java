/** Reading facts: decode, check, apply a step, and send to the dead letters what cannot go on. */
@NullMarked
package io.tributary.processors.fact;

import org.jspecify.annotations.NullMarked;
