/** How large items may become, for those who refuse it early and those who refuse it again. */
@NullMarked
package io.tributary.schemas.item;

import org.jspecify.annotations.NullMarked;
