/** What a service says of itself over HTTP. */
@NullMarked
package io.tributary.runtime.health;

import org.jspecify.annotations.NullMarked;
