package io.tributary.client;

import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.health.Check;
import io.tributary.client.poll.PollLoop;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Consumer of the catalogue's topics in a consumer group, with a handler for each topic.
 *
 * <ul>
 *   <li>Reads committed records only, from the oldest on for a new group.
 *   <li>At least once: commits finished records without gaps, once a second, when partitions move,
 *       and at its end. After a kill some records come again.
 *   <li>In order within a partition, and so for all records of an item; partitions run in parallel.
 *   <li>A handler may take any time: polling goes on. At most some hundred records or 8 MiB wait
 *       per partition, and 64 MiB in all; beyond that, a partition gets records only when it has
 *       none left. Each poll adds up to {@code max.partition.fetch.bytes} and {@code
 *       fetch.max.bytes}, and Kafka's own buffer as much.
 *   <li>Failures are retried, then follow the {@link FailurePolicy}: without a handler the consumer
 *       stops at the record. A schema that cannot be had now is no failure: the record waits.
 * </ul>
 *
 * <p>Starts once, and ends with {@link #close()}, or by itself.
 */
public final class TributaryConsumer implements AutoCloseable {

  private final PollLoop loop;
  private final AtomicBoolean started = new AtomicBoolean();

  TributaryConsumer(PollLoop loop) {
    this.loop = loop;
  }

  public static ConsumerBuilder builder() {
    return new ConsumerBuilder();
  }

  public TributaryConsumer start() {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException("a consumer starts once");
    }
    new Thread(loop, "tributary-consumer").start();
    return this;
  }

  /** State for a health check; returns at once. */
  public Check check() {
    return started.get() ? loop.check() : new Check(Check.State.NEW, List.of());
  }

  /**
   * Returns after a {@link #close()}; {@link ConsumerFailedException} when the consumer has stopped
   * by itself.
   */
  public void await() throws InterruptedException {
    loop.await();
    ConsumerFailedException failure = loop.failure();
    if (failure != null) {
      throw new ConsumerFailedException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /**
   * Begins no record any more, waits for the current ones up to the deadline, commits, and leaves
   * the group. Repeatable. Not for handlers, which would wait for themselves.
   */
  @Override
  public void close() {
    loop.stop();
    if (started.compareAndSet(false, true)) {
      // never began: ends without having joined
      new Thread(loop, "tributary-consumer").start();
    }
    try {
      loop.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
