package io.tributary.operations.topics;

/**
 * JSON is no value of its schema. The message names the member, if it is about one, and the rule.
 */
public final class UnfitValueException extends RuntimeException {

  UnfitValueException(String member, String rule) {
    super(member.isEmpty() ? rule : member + ' ' + rule);
  }
}
