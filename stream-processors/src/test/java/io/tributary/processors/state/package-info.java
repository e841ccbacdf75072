/** Tests of states, and of the items that become of them. */
@NullMarked
package io.tributary.processors.state;

import org.jspecify.annotations.NullMarked;
