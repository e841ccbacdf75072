package io.tributary.benchmarks.sink;

/**
 * How writes go out.
 *
 * @param group readings in one transaction, at most
 * @param writers transactions under way at once, at most
 */
record Shape(int group, int writers) {}
