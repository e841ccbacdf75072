package io.tributary.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

/** Chance from a seed: SplitMix64, whose numbers are the same on every JVM. */
final class Chance implements RandomGenerator {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  Chance(long seed) {
    state = mix(seed + GOLDEN);
  }

  /** An independent source, the next of this one. */
  Chance split() {
    return new Chance(nextLong());
  }

  @Override
  public long nextLong() {
    state += GOLDEN;
    return mix(state);
  }

  /** True so many times in a thousand. */
  boolean perMille(int times) {
    return times > 0 && nextInt(1000) < times;
  }

  /** From the first to the second, both included. */
  int between(int least, int most) {
    return least + nextInt(most - least + 1);
  }

  <T> T of(List<T> list) {
    return list.get(nextInt(list.size()));
  }

  static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
