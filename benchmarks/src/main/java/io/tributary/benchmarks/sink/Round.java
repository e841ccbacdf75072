package io.tributary.benchmarks.sink;

/**
 * A measured round.
 *
 * @param speed of the part that is measured
 * @param requests sent for each reading
 * @param units write capacity units for each reading, as the endpoint counts them
 */
record Round(Speed speed, double requests, double units) {}
