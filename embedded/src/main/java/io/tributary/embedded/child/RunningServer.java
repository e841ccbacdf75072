package io.tributary.embedded.child;

/**
 * A server that accepts connections.
 *
 * @param endpoint text behind {@code ready } on standard output, for example {@code
 *     kafka=127.0.0.1:9092}
 * @param stop ends it in order; called once
 */
public record RunningServer(String endpoint, AutoCloseable stop) {}
