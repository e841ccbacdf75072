/** Condition, key condition, update and projection expressions. */
@NullMarked
package io.tributary.embedded.dynamodb.expression;

import org.jspecify.annotations.NullMarked;
