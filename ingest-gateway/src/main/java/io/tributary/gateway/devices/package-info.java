/** Family devices: readings in, one fact for each device of a request. */
@NullMarked
package io.tributary.gateway.devices;

import org.jspecify.annotations.NullMarked;
