/** Requests as devices, applications and channel providers send them. */
@NullMarked
package io.tributary.operations.requests;

import org.jspecify.annotations.NullMarked;
