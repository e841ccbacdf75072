/**
 * The devices family: readings become a claim of their batch id and a row of device_readings;
 * devices and API keys become items that a stale state never overwrites.
 */
@NullMarked
package io.tributary.sink.devices;

import org.jspecify.annotations.NullMarked;
