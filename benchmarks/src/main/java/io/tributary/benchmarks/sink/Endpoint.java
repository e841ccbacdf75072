package io.tributary.benchmarks.sink;

import io.tributary.benchmarks.process.Child;

/**
 * Where the writes go.
 *
 * @param repeats how often a round stores every record; more than once only where nothing is kept
 * @param keeps whether it keeps what it is given
 */
public record Endpoint(String name, Child server, int repeats, boolean keeps) {}
