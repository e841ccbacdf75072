/** The DynamoDB tables: creation, comparison with the definitions, items. */
@NullMarked
package io.tributary.operations.tables;

import org.jspecify.annotations.NullMarked;
