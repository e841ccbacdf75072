/** Reads and writes of single items and of batches. */
@NullMarked
package io.tributary.embedded.dynamodb.item;

import org.jspecify.annotations.NullMarked;
