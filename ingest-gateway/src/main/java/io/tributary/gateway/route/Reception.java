package io.tributary.gateway.route;

import io.tributary.gateway.admission.Admission;
import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The decision on a request by its head: route, gate, path rule. */
public sealed interface Reception {

  /** Matched a route; its gate is next. */
  record Arrived(Routes.Match.Found found, RequestTarget target) implements Reception {

    /** The decision after the gate. */
    public Reception after(Admission admission, Function<String, Optional<String>> head) {
      if (admission instanceof Admission.Refused refused) {
        return new Refused(found.path(), refused.problem());
      }
      Caller caller = ((Admission.Admitted) admission).caller();
      return found
          .route()
          .pathRule()
          .refusal(caller, found.variables(), head)
          .<Reception>map(problem -> new Refused(found.path(), problem))
          .orElseGet(() -> new Admitted(found, target, caller));
    }
  }

  /** Passed: the body may be read. */
  record Admitted(Routes.Match.Found found, RequestTarget target, Caller caller)
      implements Reception {}

  /**
   * The answer is that problem, whatever the body.
   *
   * @param path template of its route; empty when there is none
   */
  record Refused(String path, Problem problem) implements Reception {}

  /**
   * The judgement before the gate is asked: not {@link Admitted} yet.
   *
   * @param uri path and query, with or without the server's origin
   */
  static Reception of(Routes routes, String method, String uri) {
    Optional<RequestTarget> target = RequestTarget.parse(uri);
    Routes.Match match =
        target.map(parsed -> routes.find(method, parsed)).orElseGet(Routes.Match.UnknownPath::new);
    if (match instanceof Routes.Match.Found found) {
      return target
          .orElseThrow()
          .broken()
          .<Reception>map(name -> new Refused(found.path(), brokenParameter(name)))
          .orElseGet(() -> new Arrived(found, target.orElseThrow()));
    }
    Problem problem =
        match instanceof Routes.Match.OtherMethods others
            ? otherMethods(others)
            : Problem.of(ErrorCode.NOT_FOUND, "no such path");
    return new Refused("", problem);
  }

  private static Problem otherMethods(Routes.Match.OtherMethods others) {
    return new Problem(
        ErrorCode.METHOD_NOT_ALLOWED,
        "the path has other methods: " + others.allowed(),
        Optional.empty(),
        Map.of("allow", others.allowed()));
  }

  private static Problem brokenParameter(String name) {
    String field = name.isEmpty() ? "query" : name;
    return Problem.at(
        ErrorCode.INVALID_FORMAT,
        new Problem.Place(field, "must have whole percent escapes of UTF-8", OptionalInt.empty()));
  }
}
