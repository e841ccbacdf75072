package io.tributary.sink.write;

import io.tributary.runtime.retry.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Tries until there is an outcome, with growing jittered waits. It never gives up by itself, so
 * that trouble of DynamoDB holds records back and loses none; an interrupt ends it.
 */
public final class RetryingItemWriter implements ItemWriter {

  private final ItemWriter next;
  private final StoreHealth health;
  private final Backoffs backoffs;

  /** Retries what the given writer leaves open. */
  public RetryingItemWriter(ItemWriter next, StoreHealth health, Backoffs backoffs) {
    this.next = next;
    this.health = health;
    this.backoffs = backoffs;
  }

  /**
   * How long to wait.
   *
   * @param passing for what passes by itself
   * @param misconfigured for what somebody has to put right
   */
  public record Backoffs(Backoff passing, Backoff misconfigured) {

    /** The usual waits: up to two seconds, and up to fifteen. */
    public static Backoffs usual(RandomGenerator random) {
      return new Backoffs(
          new Backoff(Duration.ofMillis(20), Duration.ofSeconds(2), random),
          new Backoff(Duration.ofMillis(500), Duration.ofSeconds(15), random));
    }

    private Backoff of(RetriableWriteException.Reason reason) {
      return switch (reason) {
        case CONFLICT, THROTTLED, UNAVAILABLE -> passing;
        case MISCONFIGURED -> misconfigured;
      };
    }
  }

  @Override
  public List<WriteOutcome> write(List<ItemWrite> writes) throws InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        List<WriteOutcome> outcomes = next.write(writes);
        health.worked();
        return outcomes;
      } catch (RetriableWriteException e) {
        health.failed(e);
        Thread.sleep(backoffs.of(e.reason()).after(failures).toMillis());
      }
    }
  }
}
