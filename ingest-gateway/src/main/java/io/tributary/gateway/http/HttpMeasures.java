package io.tributary.gateway.http;

/** Port: told how each request ended. */
@FunctionalInterface
public interface HttpMeasures {

  /** Stands for the status of a request whose connection was closed without an answer. */
  String DROPPED = "dropped";

  /** Stands for the route of a request that matches none. */
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
