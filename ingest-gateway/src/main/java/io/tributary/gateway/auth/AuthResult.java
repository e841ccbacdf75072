package io.tributary.gateway.auth;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import java.util.Set;

public sealed interface AuthResult {

  record Admitted(Principal caller) implements AuthResult {

    public Admitted(String name) {
      this(new Principal(name, Set.of()));
    }
  }

  /** Refused, or undecidable at the moment. */
  record Refused(Problem problem) implements AuthResult {}

  static AuthResult refused(ErrorCode code, String message) {
    return new Refused(Problem.of(code, message));
  }
}
