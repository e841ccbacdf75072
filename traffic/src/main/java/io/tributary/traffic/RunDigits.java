package io.tributary.traffic;

/** Decimal digits that tell a run from others, for ids that are numbers. */
public final class RunDigits {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private RunDigits() {}

  /**
   * So many digits of the run, the first not 0.
   *
   * @param count 2 to 15
   */
  public static String of(String run, int count) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < run.length(); i++) {
      hash = (hash ^ run.charAt(i)) * FNV_PRIME;
    }
    long least = 1;
    for (int i = 1; i < count; i++) {
      least *= 10;
    }
    return Long.toString(least + Math.floorMod(hash, 9 * least));
  }
}
