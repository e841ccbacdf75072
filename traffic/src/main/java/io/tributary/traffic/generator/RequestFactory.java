package io.tributary.traffic.generator;

import io.tributary.traffic.Request;
import java.util.HashMap;
import java.util.Map;

/**
 * Requests of one run, numbered from 0. Each has an {@code X-Request-Id} of its own, which stands
 * in the envelope of the facts that it leads to and names its verdict: {@code
 * <run>.<number>.<verdict>}.
 */
public final class RequestFactory {

  private static final String HEADER = "X-Request-Id";

  private final String run;
  private final Map<String, String> headers;
  private long count;

  /**
   * Creates a factory.
   *
   * @param run as the traffic got it
   * @param headers of every request
   */
  public RequestFactory(String run, Map<String, String> headers) {
    this.run = run;
    this.headers = Map.copyOf(headers);
  }

  /** A POST. */
  public Request post(Verdict verdict, String path, String body, int attempts) {
    return request(verdict, "POST", path, Map.of(), body, attempts);
  }

  /**
   * Any request.
   *
   * @param more headers; they replace those of every request
   */
  public Request request(
      Verdict verdict,
      String method,
      String path,
      Map<String, String> more,
      String body,
      int attempts) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    all.put(HEADER, run + '.' + count++ + '.' + verdict);
    return new Request(method, path, Map.copyOf(all), body, attempts);
  }

  /** The same request once more, with an id of its own. */
  public Request again(Request request, int attempts) {
    return request(
        verdict(request),
        request.method(),
        request.path(),
        request.headers(),
        request.body(),
        attempts);
  }

  /** Number of requests made so far. */
  public long count() {
    return count;
  }

  /** The id of a request; empty when it has none. */
  public static String id(Request request) {
    return request.headers().getOrDefault(HEADER, "");
  }

  /** The verdict that a request's id names. */
  public static Verdict verdict(Request request) {
    String id = id(request);
    return id.isEmpty() ? Verdict.EITHER : Verdict.valueOf(id.substring(id.lastIndexOf('.') + 1));
  }
}
