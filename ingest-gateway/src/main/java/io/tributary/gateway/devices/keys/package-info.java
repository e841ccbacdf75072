/**
 * API keys of devices: admission by key, and the operators' routes to make, list and revoke them.
 */
@NullMarked
package io.tributary.gateway.devices.keys;

import org.jspecify.annotations.NullMarked;
