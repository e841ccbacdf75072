package io.tributary.gateway.route;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Every route of the gateway. */
public final class Routes {

  private final List<Route> routes;

  public Routes(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  /** Where a request goes. */
  public sealed interface Match {

    /** To this route. */
    record Found(Route route, Map<String, String> variables) implements Match {

      /** The route's path as its template has it. */
      public String path() {
        return route.path().toString();
      }
    }

    /** Nowhere: the path is unknown. */
    record UnknownPath() implements Match {}

    /** Nowhere: the path has other methods, listed as the Allow header has them. */
    record OtherMethods(String allowed) implements Match {}
  }

  /** All of them. */
  public List<Route> all() {
    return routes;
  }

  /** Finds the route of a request. */
  public Match find(String method, RequestTarget target) {
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.path().match(target.segments());
      if (variables.isPresent() && route.method().equals(method)) {
        return new Match.Found(route, variables.get());
      }
      variables.ifPresent(matched -> allowed.add(route.method()));
    }
    return allowed.isEmpty()
        ? new Match.UnknownPath()
        : new Match.OtherMethods(String.join(", ", allowed));
  }
}
