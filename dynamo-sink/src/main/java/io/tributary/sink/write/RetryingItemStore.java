package io.tributary.sink.write;

import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries until there is an outcome, with growing jittered waits. Trouble of DynamoDB holds records
 * back for as long as it lasts and loses none; only an interrupt, or that nobody needs the write
 * any more, ends it. What nobody foresaw is tried a few times and then counts against the record
 * alone, so that those behind it go on.
 */
public final class RetryingItemStore implements ItemStore {

  private static final Logger log = LoggerFactory.getLogger(RetryingItemStore.class);

  /** So often in a row it is no accident. */
  private static final int MOST_UNFORESEEN = 3;

  private final ItemWriter writer;
  private final StoreHealth health;
  private final Backoffs backoffs;

  /** Retries what the given writer leaves open. */
  RetryingItemStore(ItemWriter writer, StoreHealth health, Backoffs backoffs) {
    this.writer = writer;
    this.health = health;
    this.backoffs = backoffs;
  }

  /** A store in DynamoDB. */
  public static RetryingItemStore of(
      DynamoItemWriter writer, StoreHealth health, Backoffs backoffs) {
    return new RetryingItemStore(writer, health, backoffs);
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
  public Optional<WriteOutcome> store(ItemWrite write, BooleanSupplier abandoned)
      throws InterruptedException {
    int unforeseen = 0;
    for (int failures = 1; !abandoned.getAsBoolean(); failures++) {
      try {
        WriteOutcome outcome = writer.write(write);
        health.worked();
        return Optional.of(outcome);
      } catch (RetriableWriteException e) {
        unforeseen = 0;
        health.failed(e);
        pause(backoffs.of(e.reason()), failures);
      } catch (RuntimeException e) {
        // while it is interrupted, a client may break in any way: the sleep throws
        pause(backoffs.passing(), failures);
        if (++unforeseen == MOST_UNFORESEEN) {
          return Optional.of(rejected(e));
        }
      }
    }
    return Optional.empty();
  }

  private static void pause(Backoff backoff, int failures) throws InterruptedException {
    Thread.sleep(backoff.after(failures).toMillis());
  }

  private static WriteOutcome rejected(RuntimeException e) {
    log.error("a write fails in a way that nobody foresaw", e);
    return new WriteOutcome.Rejected(
        new Failure(
            FailureCode.ITEM_REJECTED, "writing it fails: " + e.getClass().getSimpleName()));
  }
}
