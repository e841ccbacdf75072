/** What needs no registry; what does is tested with a real one, beside the embedded one. */
@NullMarked
package io.tributary.registry;

import org.jspecify.annotations.NullMarked;
