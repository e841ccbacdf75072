package io.tributary.gateway.admission;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import java.util.Set;

/** The result of an authentication. */
public sealed interface Admission {

  record Admitted(Caller caller) implements Admission {

    public Admitted(String name) {
      this(new Caller(name, Set.of()));
    }
  }

  /** Refused, or undecidable at the moment. */
  record Refused(Problem problem) implements Admission {}

  static Admission refused(ErrorCode code, String message) {
    return new Refused(Problem.of(code, message));
  }
}
