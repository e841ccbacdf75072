/** What real DynamoDB does now and then and the emulator never does, put between the two. */
@NullMarked
package io.tributary.harness.fault;

import org.jspecify.annotations.NullMarked;
