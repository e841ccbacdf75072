package io.tributary.benchmarks.inbox;

/** Who counts. */
interface Side {

  /** Column of the report. */
  String name();

  /** Does all events of the load, and tells what they took. */
  Units run(Load load) throws Exception;
}
