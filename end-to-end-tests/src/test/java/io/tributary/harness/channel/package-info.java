/**
 * Channel providers: requests that are signed as theirs are, by the book and by no product code.
 */
@NullMarked
package io.tributary.harness.channel;

import org.jspecify.annotations.NullMarked;
