package io.tributary.gateway.route;

import io.tributary.gateway.auth.Authenticator;
import java.time.Duration;
import java.util.List;

/**
 * A method of a path.
 *
 * @param credentials headers that prove the sender, given at most once
 * @param pathRule checked after authentication, before the body is read
 * @param bodyLimit the largest body in bytes
 * @param maxBudgetBytes the most bytes of the byte budget for one request
 * @param answerWithin time from head to answer, if shorter than the gateway's
 */
public record HttpRoute(
    String method,
    PathTemplate path,
    Authenticator authenticator,
    List<String> credentials,
    PathRule pathRule,
    long bodyLimit,
    long maxBudgetBytes,
    Duration answerWithin,
    Endpoint endpoint) {

  private static final Duration NO_LIMIT = Duration.ofDays(1);

  /** A route of a path such as {@code /v1/things/{thing_id}}. */
  public static HttpRoute of(
      String method, String path, Authenticator authenticator, long bodyLimit, Endpoint endpoint) {
    return new HttpRoute(
        method,
        PathTemplate.parse(path),
        authenticator,
        List.of(),
        PathRule.NONE,
        bodyLimit,
        bodyLimit,
        NO_LIMIT,
        endpoint);
  }

  public HttpRoute with(PathRule rule) {
    return copy(credentials, rule, maxBudgetBytes, answerWithin, endpoint);
  }

  /** The same route with headers that prove its senders. */
  public HttpRoute provenBy(List<String> headers) {
    return copy(headers, pathRule, maxBudgetBytes, answerWithin, endpoint);
  }

  /** The same route with so many bytes needed beside the body. */
  public HttpRoute withExtraBytes(long bytes) {
    return copy(credentials, pathRule, bodyLimit + bytes, answerWithin, endpoint);
  }

  /** The same route with a shorter deadline. */
  public HttpRoute within(Duration time) {
    return copy(credentials, pathRule, maxBudgetBytes, time, endpoint);
  }

  public HttpRoute handledBy(Endpoint other) {
    return copy(credentials, pathRule, maxBudgetBytes, answerWithin, other);
  }

  private HttpRoute copy(
      List<String> headers, PathRule rule, long budget, Duration time, Endpoint handler) {
    return new HttpRoute(
        method, path, authenticator, headers, rule, bodyLimit, budget, time, handler);
  }
}
