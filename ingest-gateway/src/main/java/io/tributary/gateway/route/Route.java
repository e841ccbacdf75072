package io.tributary.gateway.route;

import io.tributary.gateway.admission.Gate;

/**
 * One method of one path.
 *
 * @param pathRule asked after the gate, and like it before the body is read
 * @param bodyLimit the largest body in bytes
 */
public record Route(
    String method,
    PathTemplate path,
    Gate gate,
    PathRule pathRule,
    long bodyLimit,
    Endpoint endpoint) {

  /** A route that is described by its path's text, such as {@code /v1/things/{thing_id}}. */
  public static Route of(String method, String path, Gate gate, long bodyLimit, Endpoint endpoint) {
    return new Route(method, PathTemplate.parse(path), gate, PathRule.NONE, bodyLimit, endpoint);
  }

  /** The same route with that rule of its path. */
  public Route with(PathRule rule) {
    return new Route(method, path, gate, rule, bodyLimit, endpoint);
  }
}
