package io.tributary.embedded.dynamodb.expression;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The functions of expressions. */
public enum Function {
  ATTRIBUTE_EXISTS(1, Use.CONDITION),
  ATTRIBUTE_NOT_EXISTS(1, Use.CONDITION),
  ATTRIBUTE_TYPE(2, Use.CONDITION),
  BEGINS_WITH(2, Use.CONDITION),
  CONTAINS(2, Use.CONDITION),
  SIZE(1, Use.OPERAND),
  IF_NOT_EXISTS(2, Use.UPDATE),
  LIST_APPEND(2, Use.UPDATE);

  /** Places where a function may stand. */
  enum Use {
    CONDITION,
    OPERAND,
    UPDATE
  }

  private final int operands;
  private final Use use;

  Function(int operands, Use use) {
    this.operands = operands;
    this.use = use;
  }

  static Optional<Function> named(String name) {
    return Stream.of(values()).filter(one -> one.text().equals(name)).findFirst();
  }

  int operands() {
    return operands;
  }

  Use use() {
    return use;
  }

  /** True if its first operand must be a path. */
  boolean wantsPath() {
    return this == ATTRIBUTE_EXISTS || this == ATTRIBUTE_NOT_EXISTS || this == IF_NOT_EXISTS;
  }

  /** The name in expressions; capitals count there. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
