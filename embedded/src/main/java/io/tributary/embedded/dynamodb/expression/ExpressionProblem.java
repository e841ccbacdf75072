package io.tributary.embedded.dynamodb.expression;

/** Errors in an expression of right syntax, in the order in which they are told. */
enum ExpressionProblem {
  PARENTHESES,
  UNKNOWN_FUNCTION,
  MISUSED_FUNCTION,
  RESERVED_WORD,
  UNDEFINED,
  SECTION,
  OPERAND_COUNT,
  DISTINCT_OPERANDS,
  OPERAND_TYPE,
  PATHS
}
