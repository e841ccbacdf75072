package io.tributary.embedded.dynamodb.expression;

import java.util.List;

/** A call of a function. */
public interface FunctionCall {
  /** The function's name, such as {@code begins_with}. */
  String name();

  /** The operands. */
  List<Operand> operands();
}
