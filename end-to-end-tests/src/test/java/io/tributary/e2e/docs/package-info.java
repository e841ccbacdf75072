/** The documents are held to what they say. */
@NullMarked
package io.tributary.e2e.docs;

import org.jspecify.annotations.NullMarked;
