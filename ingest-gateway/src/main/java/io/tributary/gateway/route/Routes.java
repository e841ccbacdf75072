package io.tributary.gateway.route;

import io.tributary.runtime.config.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

public final class Routes {

  private final List<HttpRoute> routes;

  /** Routes without variables, by segments. */
  private final Map<List<String>, List<HttpRoute>> literal;

  private final List<HttpRoute> templates;

  public Routes(List<HttpRoute> routes) {
    this.routes = List.copyOf(routes);
    this.literal =
        routes.stream()
            .filter(route -> !route.path().hasVariables())
            .collect(Collectors.groupingBy(route -> route.path().segments()));
    this.templates = routes.stream().filter(route -> route.path().hasVariables()).toList();
  }

  public sealed interface Match {

    record Found(HttpRoute route, Map<String, String> variables) implements Match {

      public String path() {
        return route.path().text();
      }
    }

    /**
     * No such path.
     *
     * @param near a path that is spelled nearly so
     */
    record UnknownPath(Optional<String> near) implements Match {}

    /** Known path, other method; methods as in the Allow header. */
    record OtherMethods(String allowed) implements Match {}
  }

  public List<HttpRoute> all() {
    return routes;
  }

  /** Finds a route; literal paths go before templates. */
  public Match find(String method, RequestTarget target) {
    for (HttpRoute route : literal.getOrDefault(target.segments(), List.of())) {
      if (route.method().equals(method)) {
        return new Match.Found(route, Map.of());
      }
    }
    for (HttpRoute route : templates) {
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
            .map(HttpRoute::method)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return allowed.isEmpty()
        ? new Match.UnknownPath(near(target.text()))
        : new Match.OtherMethods(allowed);
  }

  private Optional<String> near(String path) {
    List<String> paths = literal.values().stream().map(same -> same.get(0).path().text()).toList();
    return Spelling.nearest(path, paths);
  }
}
