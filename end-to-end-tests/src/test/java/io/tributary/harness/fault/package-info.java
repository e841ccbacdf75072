/** Tests of the proxy that stands in front of DynamoDB. */
@NullMarked
package io.tributary.harness.fault;

import org.jspecify.annotations.NullMarked;
