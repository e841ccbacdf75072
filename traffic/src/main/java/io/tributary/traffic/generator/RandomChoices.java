package io.tributary.traffic.generator;

import java.util.List;
import java.util.SplittableRandom;

/** Choices from a seed: the same seed gives the same ones in the same order. */
public final class RandomChoices {

  private final SplittableRandom random;

  public RandomChoices(long seed) {
    this(new SplittableRandom(seed));
  }

  private RandomChoices(SplittableRandom random) {
    this.random = random;
  }

  /** A number from 0 to below the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number from the first to the last one, both included. */
  public long between(long first, long last) {
    return random.nextLong(first, last + 1);
  }

  /** True once in so many times, on average. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** True half of the time. */
  public boolean coin() {
    return random.nextBoolean();
  }

  /** An element of a list. */
  public <T> T of(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Choices that do not depend on how many are made of these from now on. */
  public RandomChoices split() {
    return new RandomChoices(random.split());
  }
}
