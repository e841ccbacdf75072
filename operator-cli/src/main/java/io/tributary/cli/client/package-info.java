/** Requests as devices, applications and channel providers send them. */
@NullMarked
package io.tributary.cli.client;

import org.jspecify.annotations.NullMarked;
