package io.tributary.operations.topics;

/** JSON that does not fit a schema. The message names the field and the rule. */
public final class UnfitValueException extends RuntimeException {

  UnfitValueException(String member, String rule) {
    super(member.isEmpty() ? rule : member + ' ' + rule);
  }
}
