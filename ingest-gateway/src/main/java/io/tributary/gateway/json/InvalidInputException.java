package io.tributary.gateway.json;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.schemas.json.FieldPath;
import java.util.OptionalInt;

/**
 * A broken rule, which endpoints answer as a problem. Without a stack trace, because senders choose
 * how often it is thrown.
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
   * @param index position in the request's outermost list
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
