/**
 * What channel providers send, read into one form. The gateway tells events apart with it, the
 * processors normalize them from the bytes that facts keep.
 */
@NullMarked
package io.tributary.channels;

import org.jspecify.annotations.NullMarked;
