package io.tributary.gateway.route;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.AuthResult;
import io.tributary.gateway.auth.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The decision on a request by its head: route, authenticator, path rule. */
public sealed interface RouteDecision {

  /** Matched a route; its authenticator is next. */
  record Matched(Routes.Match.Found found, RequestTarget target) implements RouteDecision {

    public RouteDecision authorized(AuthResult admission, Function<String, Optional<String>> head) {
      if (admission instanceof AuthResult.Refused refused) {
        return new Refused(found.path(), refused.problem());
      }
      Principal caller = ((AuthResult.Admitted) admission).caller();
      return found
          .route()
          .pathRule()
          .refusal(caller, found.variables(), head)
          .<RouteDecision>map(problem -> new Refused(found.path(), problem))
          .orElseGet(() -> new Admitted(found, target, caller));
    }
  }

  /** Passed: the body may be read. */
  record Admitted(Routes.Match.Found found, RequestTarget target, Principal caller)
      implements RouteDecision {}

  /**
   * Refused before the body is read.
   *
   * @param path the route's template; empty without a route
   */
  record Refused(String path, Problem problem) implements RouteDecision {}

  /**
   * The decision before authentication.
   *
   * @param uri path and query, with or without an origin
   */
  static RouteDecision of(Routes routes, String method, String uri) {
    Optional<RequestTarget> target = RequestTarget.parse(uri);
    Routes.Match match =
        target
            .map(parsed -> routes.find(method, parsed))
            .orElseGet(() -> new Routes.Match.UnknownPath(Optional.empty()));
    if (match instanceof Routes.Match.Found found) {
      return target
          .orElseThrow()
          .broken()
          .<RouteDecision>map(name -> new Refused(found.path(), brokenParameter(name)))
          .orElseGet(() -> new Matched(found, target.orElseThrow()));
    }
    Problem problem =
        match instanceof Routes.Match.OtherMethods others
            ? otherMethods(others)
            : Problem.of(ErrorCode.NOT_FOUND, "no such path" + near(match));
    return new Refused("", problem);
  }

  private static String near(Routes.Match match) {
    return match instanceof Routes.Match.UnknownPath unknown
        ? unknown.near().map(path -> "; did you mean " + path + '?').orElse("")
        : "";
  }

  private static Problem otherMethods(Routes.Match.OtherMethods others) {
    return new Problem(
        ErrorCode.METHOD_NOT_ALLOWED,
        "this path allows " + others.allowed(),
        Optional.empty(),
        Map.of("allow", others.allowed()));
  }

  private static Problem brokenParameter(String name) {
    String field = name.isEmpty() ? "query" : name;
    return Problem.at(ErrorCode.INVALID_FORMAT, field, "must have whole percent escapes of UTF-8");
  }
}
