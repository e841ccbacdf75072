/**
 * Realistic traffic against a running gateway: {@link io.tributary.cli.simulate.Simulation} shows
 * the whole path, from requests that are due to tables that are exact.
 */
@NullMarked
package io.tributary.cli.simulate;

import org.jspecify.annotations.NullMarked;
