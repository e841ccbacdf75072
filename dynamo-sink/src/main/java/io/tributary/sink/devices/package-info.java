/** The devices family: readings become a claim of their batch id and a row of device_readings. */
@NullMarked
package io.tributary.sink.devices;

import org.jspecify.annotations.NullMarked;
