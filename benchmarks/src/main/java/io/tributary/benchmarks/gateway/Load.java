package io.tributary.benchmarks.gateway;

/** Port: brings requests of a workload to one of the sides that are compared. */
interface Load {

  /**
   * Runs until everything that was sent is answered.
   *
   * @param inFlight how many requests are under way at once, at most
   * @param firstNumber the number of the first request; those after it count up
   */
  Round run(Workload workload, int inFlight, Pace pace, long firstNumber) throws Exception;
}
