/** A server of DynamoDB's API for one machine. */
@NullMarked
package io.tributary.embedded.dynamodb;

import org.jspecify.annotations.NullMarked;
