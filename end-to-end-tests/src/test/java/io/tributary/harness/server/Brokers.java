package io.tributary.harness.server;

import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Brokers that can be away, each by itself, while everything else goes on; numbered from 1. */
public interface Brokers extends AutoCloseable {

  /** Where they are, also after they were away. */
  String addresses();

  /** Count of the brokers. */
  int number();

  /** Does something to each, at the same time. */
  default void all(IntConsumer statistic) {
    IntStream.rangeClosed(1, number()).parallel().forEach(statistic);
  }

  /** SIGKILL. */
  void kill(int broker);

  /** SIGTERM; returns when it has ended in good order. */
  void stop(int broker);

  /** Keeps its connections and does nothing. */
  void freeze(int broker);

  /** Goes on after {@link #freeze}. */
  void thaw(int broker);

  /** Starts it after {@link #kill} or {@link #stop} with its data, on its address. */
  void startAgain(int broker);

  /** {@link #startAgain(int)} with more in its environment; containers have none. */
  default void startAgain(int broker, Map<String, String> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  void close();
}
