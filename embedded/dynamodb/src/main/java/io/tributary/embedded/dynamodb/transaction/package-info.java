/** TransactGetItems and TransactWriteItems. */
@NullMarked
package io.tributary.embedded.dynamodb.transaction;

import org.jspecify.annotations.NullMarked;
