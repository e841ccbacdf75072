/** Query and Scan. */
@NullMarked
package io.tributary.embedded.dynamodb.query;

import org.jspecify.annotations.NullMarked;
