/** The devices family from request to item, in peace and under faults. */
@NullMarked
package io.tributary.e2e.devices;

import org.jspecify.annotations.NullMarked;
