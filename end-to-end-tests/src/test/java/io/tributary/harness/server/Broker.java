package io.tributary.harness.server;

/**
 * A Kafka broker that a test can hold up or stop while everything else goes on, and start again in
 * its place: same port, same data.
 */
public interface Broker extends Server {

  /** {@code host:port} */
  String address();

  /** Keeps its connections and does nothing. */
  void freeze();

  /** Goes on after {@link #freeze}. */
  void thaw();

  /** Stops it in order; nobody answers at its address any more. */
  void stop();
}
