/** Shapes of the requests: types and constraints of their members. */
@NullMarked
package io.tributary.embedded.dynamodb.request;

import org.jspecify.annotations.NullMarked;
