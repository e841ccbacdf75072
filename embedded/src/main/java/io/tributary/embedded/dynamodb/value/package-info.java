/** Attribute values: types, numbers, sizes, order, storage format. */
@NullMarked
package io.tributary.embedded.dynamodb.value;

import org.jspecify.annotations.NullMarked;
