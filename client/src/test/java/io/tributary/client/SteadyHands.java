package io.tributary.client;

import java.time.Duration;
import java.util.function.Consumer;

/** Hands for lanes of which nothing fails. */
record SteadyHands(Consumer<Lane> worker) implements Lane.Hands {

  @Override
  public void work(Lane lane) {
    worker.accept(lane);
  }

  @Override
  public void workLater(Lane lane, Duration delay) {
    throw new AssertionError("nothing is to be tried again");
  }

  @Override
  public void stop(ConsumerFailedException failure) {
    throw failure;
  }
}
