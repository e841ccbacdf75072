/**
 * Drops what has been seen before, by digest of its identity, for as long as identities are
 * remembered.
 */
@NullMarked
package io.tributary.processors.dedupe;

import org.jspecify.annotations.NullMarked;
