/** Load from many connections, with a ledger of what was sent and what was answered. */
@NullMarked
package io.tributary.harness.load;

import org.jspecify.annotations.NullMarked;
