/**
 * Apicurio Registry, run as a child process on loopback, its schemas in a file that outlives the
 * process.
 */
@NullMarked
package io.tributary.embedded.registry;

import org.jspecify.annotations.NullMarked;
