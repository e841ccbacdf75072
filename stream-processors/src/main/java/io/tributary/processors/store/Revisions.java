package io.tributary.processors.store;

/** Revisions of states: each generation has a range of its own, above earlier ones. */
public final class Revisions {

  private static final long OF_A_GENERATION = 1_000_000_000_000L;

  private Revisions() {}

  /** Lower bound of the generation's revisions. */
  public static long before(int generation) {
    return generation * OF_A_GENERATION;
  }
}
