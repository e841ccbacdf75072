/** Items as DynamoDB holds them: attributes, and numbers within DynamoDB's bounds. */
@NullMarked
package io.tributary.sink.item;

import org.jspecify.annotations.NullMarked;
