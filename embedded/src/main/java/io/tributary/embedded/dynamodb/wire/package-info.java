/** HTTP, JSON and the errors that clients see. */
@NullMarked
package io.tributary.embedded.dynamodb.wire;

import org.jspecify.annotations.NullMarked;
