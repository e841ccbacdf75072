/** Model of the inbox family: traffic, and a fold of inboxes from their facts. */
@NullMarked
package io.tributary.traffic.inbox;

import org.jspecify.annotations.NullMarked;
