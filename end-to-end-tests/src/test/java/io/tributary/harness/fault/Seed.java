package io.tributary.harness.fault;

import java.util.Random;

/**
 * Where a test's chance comes from. It is printed, and {@code -De2e.seed=…} repeats it.
 *
 * @param value the seed
 */
public record Seed(long value) {

  /** The given one, or a new one. */
  public static Seed next() {
    return new Seed(Long.getLong("e2e.seed", System.nanoTime() & 0xFFFF_FFFFL));
  }

  /** A new generator that always gives the same. */
  public Random random() {
    return new Random(value);
  }

  @Override
  public String toString() {
    return "seed=" + value;
  }
}
