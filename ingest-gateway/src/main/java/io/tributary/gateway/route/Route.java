package io.tributary.gateway.route;

import io.tributary.gateway.admission.Gate;

/**
 * One method of one path.
 *
 * @param pathRule asked after the gate, and like it before the body is read
 * @param bodyLimit the largest body in bytes
 * @param largestLease the most bytes of the byte budget that one request needs
 */
public record Route(
    String method,
    PathTemplate path,
    Gate gate,
    PathRule pathRule,
    long bodyLimit,
    long largestLease,
    Endpoint endpoint) {

  /** A route that is described by its path's text, such as {@code /v1/things/{thing_id}}. */
  public static Route of(String method, String path, Gate gate, long bodyLimit, Endpoint endpoint) {
    return new Route(
        method, PathTemplate.parse(path), gate, PathRule.NONE, bodyLimit, bodyLimit, endpoint);
  }

  /** The same route with that rule of its path. */
  public Route with(PathRule rule) {
    return new Route(method, path, gate, rule, bodyLimit, largestLease, endpoint);
  }

  /** The same route, whose requests need so many bytes besides their bodies. */
  public Route besides(long bytes) {
    return new Route(method, path, gate, pathRule, bodyLimit, bodyLimit + bytes, endpoint);
  }
}
