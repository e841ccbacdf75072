/** Tests of how stores are gone through. */
@NullMarked
package io.tributary.processors.store;

import org.jspecify.annotations.NullMarked;
