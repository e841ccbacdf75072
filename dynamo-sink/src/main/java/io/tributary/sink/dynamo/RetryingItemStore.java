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
  private final AdaptiveLimits limits;
  private final StoreHealth health;
  private final Backoffs backoffs;

  /** Retries what the given writer leaves open. */
  RetryingItemStore(
      ItemWriter writer, AdaptiveLimits limits, StoreHealth health, Backoffs backoffs) {
    this.writer = writer;
    this.limits = limits;
    this.health = health;
    this.backoffs = backoffs;
  }

  /** A store in DynamoDB. */
  public static RetryingItemStore of(
      DynamoItemWriter writer, AdaptiveLimits limits, StoreHealth health, Backoffs backoffs) {
    return new RetryingItemStore(writer, limits, health, backoffs);
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

    private Backoff of(Reason reason) {
      return switch (reason) {
        case CONFLICT, THROTTLED, UNAVAILABLE -> passing;
        case MISCONFIGURED -> misconfigured;
      };
    }
  }

  /**
   * Writes that are tried together.
   *
   * @param attempt 1 for the first try
   * @param unforeseen how often in a row they failed in a way that nobody foresaw
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

  /** One try of those that are still wanted; returns what has to be tried again. */
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

  /** Finds the one at fault by trying each alone. */
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
    Thread.sleep(backoff.after(failures).toMillis());
  }

  private static WriteOutcome rejected(RuntimeException e) {
    log.error("a write fails for an unknown reason", e);
    return new WriteOutcome.Rejected(
        new Failure(
            FailureCode.ITEM_REJECTED, "writing it fails: " + e.getClass().getSimpleName()));
  }
}
