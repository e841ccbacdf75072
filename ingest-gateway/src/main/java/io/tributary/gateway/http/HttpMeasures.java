package io.tributary.gateway.http;

@FunctionalInterface
public interface HttpMeasures {

  /** Status of a request whose connection closed without an answer. */
  String DROPPED = "dropped";

  /** Route of a request that matches none. */
  String NO_ROUTE = "none";

  /**
   * A request ended.
   *
   * @param route its path template, or {@link #NO_ROUTE}
   * @param status the answer's, or {@link #DROPPED}
   * @param nanos since its head was read
   */
  void ended(String route, String status, long nanos);
}
