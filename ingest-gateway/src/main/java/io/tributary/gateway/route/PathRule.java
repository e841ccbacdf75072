package io.tributary.gateway.route;

import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.answer.Problem;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.Optional;

/** What a route asks of the variables in its path, and of the caller who names them. */
@FunctionalInterface
public interface PathRule {

  /** For routes that take every path. */
  PathRule NONE = (caller, path) -> Optional.empty();

  /**
   * Why the request goes no further; empty when all is well.
   *
   * @param path values of the path's variables, decoded
   */
  Optional<Problem> refusal(Caller caller, Map<String, String> path);

  /** A variable must keep the rule, else the answer is that problem. */
  static PathRule of(String variable, KeyPart rule, Problem otherwise) {
    return (caller, path) ->
        rule.accepts(path.getOrDefault(variable, "")) ? Optional.empty() : Optional.of(otherwise);
  }
}
