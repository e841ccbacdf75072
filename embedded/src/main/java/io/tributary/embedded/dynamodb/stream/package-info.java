/** DynamoDB Streams, and the removal of expired items. */
@NullMarked
package io.tributary.embedded.dynamodb.stream;

import org.jspecify.annotations.NullMarked;
