package io.tributary.cli.drain;

/**
 * Offsets of a partition that a stage has not finished.
 *
 * @param from the first of them
 * @param to the first behind them
 */
record Gap(long from, long to) {

  long length() {
    return to - from;
  }
}
