/** What differs for the devices family: how batches split into readings and how API keys change. */
@NullMarked
package io.tributary.processors.devices;

import org.jspecify.annotations.NullMarked;
