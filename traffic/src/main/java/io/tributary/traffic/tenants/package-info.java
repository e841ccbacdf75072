/** Model of the tenants family: messages of channels, conversations, tenants and their channels. */
@NullMarked
package io.tributary.traffic.tenants;

import org.jspecify.annotations.NullMarked;
