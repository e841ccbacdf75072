package io.tributary.gateway.json;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.schemas.json.FieldPath;
import java.util.OptionalInt;

/**
 * A part of what was read breaks a rule. It never leaves the reading: an endpoint turns it into its
 * problem. It has no stack trace, because senders choose how often it is thrown.
 */
public final class InvalidInputException extends RuntimeException {

  private final transient Problem problem;

  private InvalidInputException(ErrorCode code, Problem.Place place) {
    super(code.name(), null, false, false);
    this.problem = Problem.at(code, place);
  }

  public Problem problem() {
    return problem;
  }

  /**
   * A broken rule.
   *
   * @param field the path of what breaks it
   * @param index the element of the request's list that it is in
   */
  public static InvalidInputException of(
      ErrorCode code, String field, String rule, OptionalInt index) {
    return new InvalidInputException(code, new Problem.Place(field, rule, index));
  }

  static InvalidInputException of(ErrorCode code, FieldPath path, String rule) {
    return of(code, path.toString(), rule, path.index());
  }

  static InvalidInputException body(String rule) {
    return of(ErrorCode.INVALID_FORMAT, FieldPath.BODY, rule);
  }
}
