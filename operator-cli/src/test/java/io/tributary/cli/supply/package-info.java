/** What is shipped: which parts, under which licences. */
@NullMarked
package io.tributary.cli.supply;

import org.jspecify.annotations.NullMarked;
