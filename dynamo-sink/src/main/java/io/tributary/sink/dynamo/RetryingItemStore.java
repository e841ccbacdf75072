package io.tributary.sink.dynamo;

import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries writes until their outcome, with growing jittered waits. Troubles of DynamoDB delay
 * records as long as they last and lose none; only an interrupt ends it, or a write that is not
 * needed any more. An unforeseen exception is retried a few times and then counts against its
 * record alone.
 */
public final class RetryingItemStore implements ItemStore {

  private static final Logger log = LoggerFactory.getLogger(RetryingItemStore.class);

  /** Failures in a row after which an unforeseen exception counts against the record. */
  private static final int MOST_UNFORESEEN = 3;

  private final ItemWriter writer;
  private final AdaptiveLimits limits;
  private final StoreHealth health;
  private final Backoffs backoffs;

  public RetryingItemStore(
      ItemWriter writer, AdaptiveLimits limits, StoreHealth health, Backoffs backoffs) {
    this.writer = writer;
    this.limits = limits;
    this.health = health;
    this.backoffs = backoffs;
  }

  /**
   * Waits between tries.
   *
   * @param passing for troubles that pass
   * @param misconfigured for troubles that an operator must fix
   */
  public record Backoffs(Backoff passing, Backoff misconfigured) {

    /** Waits of up to two seconds, and up to fifteen. */
    public static Backoffs usual(RandomGenerator random) {
      return new Backoffs(
          new Backoff(Duration.ofMillis(20), Duration.ofSeconds(2), random),
          new Backoff(Duration.ofMillis(500), Duration.ofSeconds(15), random));
    }

    private Backoff of(Reason reason) {
      return switch (reason) {
        case CONFLICT, THROTTLED, UNAVAILABLE -> passing;
        case MISCONFIGURED -> misconfigured;
      };
    }
  }

  /**
   * Writes of one try.
   *
   * @param attempt from 1
   * @param unforeseen unforeseen failures in a row
   */
  private record Round(List<PendingWrite> writes, int attempt, int unforeseen) {

    Round wanted() {
      List<PendingWrite> wanted = writes.stream().filter(PendingWrite::isWanted).toList();
      return new Round(wanted, attempt, unforeseen);
    }

    Round next(List<PendingWrite> open) {
      return new Round(open, attempt + 1, 0);
    }
  }

  @Override
  public void store(List<PendingWrite> writes) throws InterruptedException {
    Deque<Round> rounds = new ArrayDeque<>();
    rounds.add(new Round(writes, 1, 0));
    while (!rounds.isEmpty()) {
      rounds.addAll(attempt(rounds.remove()));
    }
  }

  /** One try of the writes that are still needed; returns those to repeat. */
  private List<Round> attempt(Round all) throws InterruptedException {
    try (AdaptiveLimits.Request request = limits.begin()) {
      // after the wait, in which a write may have become needless
      Round round = all.wanted();
      return round.writes().isEmpty() ? List.of() : attempt(round, request);
    }
  }

  private List<Round> attempt(Round round, AdaptiveLimits.Request request)
      throws InterruptedException {
    try {
      List<WriteResult> results =
          writer.writeAll(round.writes().stream().map(PendingWrite::write).toList());
      request.end(results);
      return settle(round, results);
    } catch (RuntimeException e) {
      request.close();
      // while it is interrupted, a client may break in any way: the sleep throws
      pause(backoffs.passing(), round.attempt());
      return blame(round, e);
    }
  }

  private List<Round> settle(Round round, List<WriteResult> results) throws InterruptedException {
    List<PendingWrite> open = new ArrayList<>();
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      PendingWrite write = round.writes().get(i);
      List<String> tables = write.write().tables();
      if (results.get(i) instanceof WriteResult.Retry retry) {
        health.failed(tables, retry);
        open.add(write);
        reasons.add(retry.reason());
      } else {
        health.worked(tables);
        write.end((WriteOutcome) results.get(i));
      }
    }
    if (open.isEmpty()) {
      return List.of();
    }
    boolean fewer = reasons.contains(Reason.CONFLICT) || reasons.contains(Reason.UNAVAILABLE);
    Reason worst = reasons.contains(Reason.MISCONFIGURED) ? Reason.MISCONFIGURED : reasons.get(0);
    pause(backoffs.of(worst), round.attempt());
    // the fewer items a request holds, the fewer others it can meet, and the sooner it is answered
    return fewer ? halves(round, open) : List.of(round.next(open));
  }

  private static List<Round> halves(Round round, List<PendingWrite> open) {
    if (open.size() == 1) {
      return List.of(round.next(open));
    }
    int middle = (open.size() + 1) / 2;
    return List.of(
        round.next(open.subList(0, middle)), round.next(open.subList(middle, open.size())));
  }

  /** Tries each write alone to find the failing one. */
  private static List<Round> blame(Round round, RuntimeException e) {
    if (round.writes().size() > 1) {
      return round.writes().stream().map(write -> round.next(List.of(write))).toList();
    }
    int unforeseen = round.unforeseen() + 1;
    if (unforeseen == MOST_UNFORESEEN) {
      round.writes().forEach(write -> write.end(rejected(e)));
      return List.of();
    }
    return List.of(new Round(round.writes(), round.attempt() + 1, unforeseen));
  }

  private static void pause(Backoff backoff, int failures) throws InterruptedException {
    Thread.sleep(backoff.delay(failures).toMillis());
  }

  private static WriteOutcome rejected(RuntimeException e) {
    log.error("a write fails for an unknown reason", e);
    return new WriteOutcome.Rejected(
        new Failure(
            FailureCode.ITEM_REJECTED, "writing it fails: " + e.getClass().getSimpleName()));
  }
}
