/** The inbox family: publishes, redactions, reads, and the settings of tenants and inboxes. */
@NullMarked
package io.tributary.gateway.inbox;

import org.jspecify.annotations.NullMarked;
