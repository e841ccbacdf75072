package io.tributary.client.poll;

import io.tributary.client.failure.ConsumerFailedException;
import java.time.Duration;
import java.util.function.Consumer;

/** Workers for queues of which nothing fails. */
record SteadyWorkers(Consumer<PartitionQueue> worker) implements PartitionQueue.Workers {

  @Override
  public void work(PartitionQueue queue) {
    worker.accept(queue);
  }

  @Override
  public void workLater(PartitionQueue queue, Duration delay) {
    throw new AssertionError("nothing is to be tried again");
  }

  @Override
  public void stop(ConsumerFailedException failure) {
    throw failure;
  }
}
