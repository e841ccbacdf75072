/** Files that operators replace while the gateway runs. */
@NullMarked
package io.tributary.gateway.file;

import org.jspecify.annotations.NullMarked;
