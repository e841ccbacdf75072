/** What the tenants family brings into the gateway. */
@NullMarked
package io.tributary.gateway.tenants;

import org.jspecify.annotations.NullMarked;
