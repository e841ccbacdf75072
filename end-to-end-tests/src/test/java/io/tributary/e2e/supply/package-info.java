/** What is shipped: which parts, under which licences. */
@NullMarked
package io.tributary.e2e.supply;

import org.jspecify.annotations.NullMarked;
