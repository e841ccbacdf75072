/** Definitions of DynamoDB tables. */
@NullMarked
package io.tributary.schemas.table;

import org.jspecify.annotations.NullMarked;
