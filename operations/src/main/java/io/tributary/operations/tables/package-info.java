/** Items of the DynamoDB tables. */
@NullMarked
package io.tributary.operations.tables;

import org.jspecify.annotations.NullMarked;
