package io.tributary.gateway.route;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every route of the gateway. */
public final class Routes {

  private final List<Route> routes;

  /** Routes without variables, by their segments. */
  private final Map<List<String>, List<Route>> literal;

  private final List<Route> templates;

  public Routes(List<Route> routes) {
    this.routes = List.copyOf(routes);
    this.literal =
        routes.stream()
            .filter(route -> !route.path().hasVariables())
            .collect(Collectors.groupingBy(route -> route.path().segments()));
    this.templates = routes.stream().filter(route -> route.path().hasVariables()).toList();
  }

  /** Where a request goes. */
  public sealed interface Match {

    /** To this route. */
    record Found(Route route, Map<String, String> variables) implements Match {

      /** The route's path as its template has it. */
      public String path() {
        return route.path().text();
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

  /** Finds the route of a request; one without variables goes before those that have them. */
  public Match find(String method, RequestTarget target) {
    for (Route route : literal.getOrDefault(target.segments(), List.of())) {
      if (route.method().equals(method)) {
        return new Match.Found(route, Map.of());
      }
    }
    for (Route route : templates) {
      if (route.method().equals(method)) {
        Optional<Map<String, String>> variables = route.path().match(target.segments());
        if (variables.isPresent()) {
          return new Match.Found(route, variables.get());
        }
      }
    }
    return otherMethods(target);
  }

  private Match otherMethods(RequestTarget target) {
    String allowed =
        routes.stream()
            .filter(route -> route.path().match(target.segments()).isPresent())
            .map(Route::method)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return allowed.isEmpty() ? new Match.UnknownPath() : new Match.OtherMethods(allowed);
  }
}
