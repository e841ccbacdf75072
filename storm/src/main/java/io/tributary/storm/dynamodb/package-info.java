/** What real DynamoDB does now and then and the emulator never does, put between the two. */
@NullMarked
package io.tributary.storm.dynamodb;

import org.jspecify.annotations.NullMarked;
