/** Writes to DynamoDB: the port, its decorators, and what each answer of DynamoDB means. */
@NullMarked
package io.tributary.sink.write;

import org.jspecify.annotations.NullMarked;
