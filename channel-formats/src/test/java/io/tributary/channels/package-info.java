/** Tries every format with what its provider sends, and with what nobody should send. */
@NullMarked
package io.tributary.channels;

import org.jspecify.annotations.NullMarked;
