/** A storm: the whole pipeline on real parts under load and faults, and a check of its promises. */
@NullMarked
package io.tributary.storm;

import org.jspecify.annotations.NullMarked;
