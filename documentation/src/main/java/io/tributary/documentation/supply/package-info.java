/** Shipped third-party parts and their licences. */
@NullMarked
package io.tributary.documentation.supply;

import org.jspecify.annotations.NullMarked;
