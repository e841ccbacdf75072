/** A real registry as a child, and our framing against it. */
@NullMarked
package io.tributary.embedded.registry;

import org.jspecify.annotations.NullMarked;
