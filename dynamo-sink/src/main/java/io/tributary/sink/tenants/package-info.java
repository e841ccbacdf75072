/**
 * The tenants family: tenants, their users and their channels become items of one table, and
 * conversations of another; what is removed or cleared is deleted, and no stale state brings it
 * back.
 */
@NullMarked
package io.tributary.sink.tenants;

import org.jspecify.annotations.NullMarked;
