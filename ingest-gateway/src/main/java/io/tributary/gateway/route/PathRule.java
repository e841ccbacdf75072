package io.tributary.gateway.route;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.Principal;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A rule for path and caller, checked before the body is read. */
@FunctionalInterface
public interface PathRule {

  PathRule NONE = (caller, path, head) -> Optional.empty();

  /** A refusal; empty if the request may go on. */
  Optional<Problem> refusal(
      Principal caller, Map<String, String> path, Function<String, Optional<String>> head);

  default PathRule and(PathRule other) {
    return (caller, path, head) ->
        refusal(caller, path, head).or(() -> other.refusal(caller, path, head));
  }

  /** Requires a grant for the tenant in the variable. */
  static PathRule tenant(String variable) {
    Problem forbidden =
        Problem.of(ErrorCode.FORBIDDEN, "the token has no grant for that " + variable);
    return (caller, path, head) ->
        caller.mayActFor(path.getOrDefault(variable, ""))
            ? Optional.empty()
            : Optional.of(forbidden);
  }

  /** Requires that the variable, if the path has it, keeps the rule. */
  static PathRule of(String variable, KeyPart rule) {
    Problem broken = Problem.at(ErrorCode.INVALID_FORMAT, variable, rule.rule());
    return (caller, path, head) ->
        rule.accepts(path.getOrDefault(variable, "")) || !path.containsKey(variable)
            ? Optional.empty()
            : Optional.of(broken);
  }

  /** The same with another refusal. */
  static PathRule of(String variable, KeyPart rule, Problem otherwise) {
    return (caller, path, head) ->
        rule.accepts(path.getOrDefault(variable, "")) ? Optional.empty() : Optional.of(otherwise);
  }
}
