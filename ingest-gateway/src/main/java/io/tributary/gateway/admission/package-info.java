/** Who may come in, and how many bytes may be inside at once. */
@NullMarked
package io.tributary.gateway.admission;

import org.jspecify.annotations.NullMarked;
