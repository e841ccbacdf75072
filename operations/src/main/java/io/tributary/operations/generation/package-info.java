/** Which processing of the facts is live, and how another becomes so. */
@NullMarked
package io.tributary.operations.generation;

import org.jspecify.annotations.NullMarked;
