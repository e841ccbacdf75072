package io.tributary.processors.store;

/** Revisions of states: each generation has its own range, above those of all before. */
public final class Revisions {

  private static final long OF_A_GENERATION = 1_000_000_000_000L;

  private Revisions() {}

  /** What every revision of the generation is above, and none of those before. */
  public static long before(int generation) {
    return generation * OF_A_GENERATION;
  }
}
