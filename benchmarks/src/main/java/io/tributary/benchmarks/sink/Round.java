package io.tributary.benchmarks.sink;

/**
 * A measured round.
 *
 * @param speed of the part that is measured
 * @param whole records a second from opening the client until all is stored and closed
 * @param requests sent for each record
 * @param units write capacity units for each record, as the endpoint counts them
 */
public record Round(Speed speed, double whole, double requests, double units) {}
