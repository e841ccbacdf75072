/** The model of devices, their readings and API keys. */
@NullMarked
package io.tributary.traffic.devices;

import org.jspecify.annotations.NullMarked;
