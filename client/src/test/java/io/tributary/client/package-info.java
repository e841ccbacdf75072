/** The consumer against a real broker. */
@NullMarked
package io.tributary.client;

import org.jspecify.annotations.NullMarked;
