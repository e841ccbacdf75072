/** Models of the families: traffic from a seed, and the state that the pipeline must reach. */
@NullMarked
package io.tributary.traffic;

import org.jspecify.annotations.NullMarked;
