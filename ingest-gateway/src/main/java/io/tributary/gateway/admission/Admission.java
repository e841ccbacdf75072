package io.tributary.gateway.admission;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import java.util.Set;

/** A gate's decision. */
public sealed interface Admission {

  /** The sender may come in. */
  record Admitted(Caller caller) implements Admission {

    /** A sender that speaks for itself alone. */
    public Admitted(String name) {
      this(new Caller(name, Set.of()));
    }
  }

  /** The sender is refused, or cannot be known right now. */
  record Refused(Problem problem) implements Admission {}

  /** A refusal with that code. */
  static Admission refused(ErrorCode code, String message) {
    return new Refused(Problem.of(code, message));
  }
}
