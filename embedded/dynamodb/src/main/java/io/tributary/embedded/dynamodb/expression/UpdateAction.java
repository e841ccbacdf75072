package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.AttributeValue.Many;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.Numbers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action of an update expression.
 *
 * @param operand null for REMOVE
 */
record UpdateAction(Section section, Path path, @Nullable Operand operand) {

  /** A section of update expressions. */
  enum Section {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  /** The value that the path gets; null if it shall have none. */
  @Nullable AttributeValue result(Map<String, AttributeValue> before) {
    if (operand == null) {
      return null;
    }
    AttributeValue given = UpdateOperand.require(operand, before);
    return switch (section) {
      case ADD -> sum(path.in(before), given);
      case DELETE -> difference(path.in(before), given);
      default -> given;
    };
  }

  private static AttributeValue sum(@Nullable AttributeValue present, AttributeValue added) {
    if (present == null) {
      return added;
    }
    if (present instanceof N number && added instanceof N other) {
      return Numbers.add(number, other);
    }
    if (present instanceof Many set && added instanceof Many other && set.type() == other.type()) {
      return set.with(other);
    }
    throw UpdateOperand.incorrectType();
  }

  private static @Nullable AttributeValue difference(
      @Nullable AttributeValue present, AttributeValue removed) {
    if (present == null) {
      return null;
    }
    if (present instanceof Many set
        && removed instanceof Many other
        && set.type() == other.type()) {
      Many rest = set.without(other);
      return rest.members().isEmpty() ? null : rest;
    }
    throw UpdateOperand.incorrectType();
  }
}
