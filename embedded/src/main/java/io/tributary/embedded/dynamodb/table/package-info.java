/** Tables, indexes, time to live, tags: definitions and their operations. */
@NullMarked
package io.tributary.embedded.dynamodb.table;

import org.jspecify.annotations.NullMarked;
