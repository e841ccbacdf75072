/** Tenants, their channels and their conversations, from request to item. */
@NullMarked
package io.tributary.e2e.tenants;

import org.jspecify.annotations.NullMarked;
