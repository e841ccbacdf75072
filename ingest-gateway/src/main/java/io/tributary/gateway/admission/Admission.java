package io.tributary.gateway.admission;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;

/** A gate's decision. */
public sealed interface Admission {

  /**
   * The sender may come in.
   *
   * @param caller whom facts name as their sender
   */
  record Admitted(String caller) implements Admission {}

  /** The sender is refused, or cannot be known right now. */
  record Refused(Problem problem) implements Admission {}

  /** A refusal with that code. */
  static Admission refused(ErrorCode code, String message) {
    return new Refused(Problem.of(code, message));
  }
}
