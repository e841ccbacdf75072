package io.tributary.client;

import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.health.Check;
import io.tributary.client.poll.PollLoop;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads topics of the catalogue as a member of a consumer group, and gives each record to the
 * handler of its topic, in its type.
 *
 * <ul>
 *   <li>Only what was committed is read, from the oldest record on for a new group.
 *   <li>At least once: offsets are committed for what handlers have finished, without gaps, once a
 *       second, when partitions move, and when it ends. After a kill some records come again.
 *   <li>In order within a partition, and so for all records of an item; partitions go side by side.
 *   <li>A handler may take as long as it likes: polling goes on meanwhile, and takes nothing more
 *       for its partition than some hundred records or 8 MiB, and no more for partitions that have
 *       records waiting while 64 MiB wait in all. To that come what a poll brings, as {@code
 *       max.partition.fetch.bytes} and {@code fetch.max.bytes} say, and Kafka's own buffer of as
 *       much.
 *   <li>What fails is retried, then has the {@link FailurePolicy} that was chosen: unless somebody
 *       takes it, the consumer stops at that record and says so. A schema that cannot be had from
 *       its registry at the moment is no failure of the record's: it waits.
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

  /** A consumer to be described. */
  public static ConsumerBuilder builder() {
    return new ConsumerBuilder();
  }

  /** Begins; returns at once. */
  public TributaryConsumer start() {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException("a consumer starts once");
    }
    new Thread(loop, "tributary-consumer").start();
    return this;
  }

  /** How it is, for a health check; answers at once. */
  public Check check() {
    return started.get() ? loop.check() : new Check(Check.State.NEW, List.of());
  }

  /**
   * Returns when it has ended because somebody closed it; {@link ConsumerFailedException} when it
   * has stopped by itself.
   */
  public void await() throws InterruptedException {
    loop.await();
    ConsumerFailedException failure = loop.failure();
    if (failure != null) {
      throw new ConsumerFailedException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /**
   * Ends it: begins no record any more, waits for those in hand as long as the deadline says,
   * commits what is finished and leaves the group. Repeatable. Not for handlers, which would wait
   * for themselves.
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
