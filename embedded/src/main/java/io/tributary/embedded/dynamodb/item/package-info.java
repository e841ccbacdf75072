/** Reads and writes of single items, of batches and of transactions; Query and Scan. */
@NullMarked
package io.tributary.embedded.dynamodb.item;

import org.jspecify.annotations.NullMarked;
