/**
 * What differs for the devices family: how batches split into readings, how devices and API keys
 * change.
 */
@NullMarked
package io.tributary.processors.devices;

import org.jspecify.annotations.NullMarked;
