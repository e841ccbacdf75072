package io.tributary.embedded.dynamodb.expression;

import org.jspecify.annotations.Nullable;

/** Takes the problems of an expression, to be told in their order. */
@FunctionalInterface
interface Notes {
  /** Notes a problem; the message is a format. */
  void accept(Problem problem, String message, @Nullable Object... arguments);
}
