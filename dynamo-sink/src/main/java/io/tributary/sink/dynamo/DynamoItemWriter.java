package io.tributary.sink.dynamo;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.dynamo.RetriableWriteException.Reason;
import io.tributary.sink.item.Item;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimStanding;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Writes to DynamoDB. Claimed puts share transactions, and each is judged by the reasons of its own
 * two actions alone; what is not at fault is written on at once without those that are.
 */
public final class DynamoItemWriter implements ItemWriter {

  /** Rounds of seeing and replacing a claim before it counts as contested. */
  private static final int MOST_ROUNDS = 3;

  /** Actions of a claimed put. */
  private static final int ACTIONS = 2;

  private final DynamoRequests requests;
  private final ClaimStanding unseen;
  private final VersionedPutWriter revisions;
  private final DeleteWriter deletes;

  /**
   * Writes through the given client, which stays the caller's to close.
   *
   * @param tablePrefix put before the name of every table
   * @param clock tells what has expired
   */
  DynamoItemWriter(DynamoDbClient client, String tablePrefix, InstantSource clock, Meters meters) {
    this(new DynamoRequests(client, tablePrefix, meters), new ClaimStanding.Free(), clock);
  }

  private DynamoItemWriter(DynamoRequests requests, ClaimStanding unseen, InstantSource clock) {
    this.requests = requests;
    this.unseen = unseen;
    this.revisions = new VersionedPutWriter(requests);
    this.deletes = new DeleteWriter(requests, clock);
  }

  /** Writes to the given tables. */
  public static DynamoItemWriter to(DynamoTables tables, InstantSource clock, Meters meters) {
    return new DynamoItemWriter(tables.client(), tables.prefix(), clock, meters);
  }

  /**
   * Writes to the given tables what they may have held and lost: an item comes back although its
   * claim is there.
   */
  public static DynamoItemWriter rebuilding(
      DynamoTables tables, InstantSource clock, Meters meters) {
    return new DynamoItemWriter(
        new DynamoRequests(tables.client(), tables.prefix(), meters),
        new ClaimStanding.FreeOrOwn(),
        clock);
  }

  @Override
  public WriteOutcome write(ItemWrite write) throws InterruptedException {
    try {
      return write.match(
          new ItemWrite.Cases<>() {
            @Override
            public WriteOutcome claimedPut(ClaimedPut put) {
              return claimed(put, unseen);
            }

            @Override
            public WriteOutcome unclaimedPut(PlainPut put) {
              requests.put(put);
              return new WriteOutcome.Stored();
            }

            @Override
            public WriteOutcome revisedPut(VersionedPut put) {
              return revisions.write(put);
            }

            @Override
            public WriteOutcome revisedDelete(VersionedDelete delete) {
              return deletes.write(delete);
            }

            @Override
            public WriteOutcome expiredDelete(ExpiredDelete delete) {
              return deletes.write(delete);
            }
          });
    } catch (AbortedException e) {
      throw interrupted(e);
    } catch (SdkException e) {
      return FailureClassifier.outcome(e);
    }
  }

  @Override
  public List<WriteAttempt> writeAll(List<ItemWrite> writes) throws InterruptedException {
    List<ClaimedPut> puts = new ArrayList<>();
    IdentityHashMap<ItemWrite, WriteAttempt> attempts = new IdentityHashMap<>();
    for (ItemWrite write : writes) {
      if (write instanceof ClaimedPut put) {
        puts.add(put);
      } else {
        attempts.put(write, attempt(write));
      }
    }
    try {
      together(puts, attempts);
    } catch (AbortedException e) {
      throw interrupted(e);
    }
    return writes.stream().map(attempts::get).toList();
  }

  /** Claims in one transaction, if none of them is at fault. */
  private void together(List<ClaimedPut> puts, IdentityHashMap<ItemWrite, WriteAttempt> attempts)
      throws InterruptedException {
    if (puts.size() < 2) {
      for (ClaimedPut put : puts) {
        attempts.put(put, attempt(put));
      }
      return;
    }
    try {
      requests.claim(puts, unseen);
      puts.forEach(put -> attempts.put(put, new WriteAttempt.Ended(new WriteOutcome.Stored())));
    } catch (AbortedException e) {
      throw e;
    } catch (TransactionCanceledException e) {
      together(judge(puts, e, attempts), attempts);
    } catch (SdkException e) {
      refused(puts, e, attempts);
    }
  }

  /** Nobody says which one a refused request is refused for, so its halves are tried. */
  private void refused(
      List<ClaimedPut> puts, SdkException e, IdentityHashMap<ItemWrite, WriteAttempt> attempts)
      throws InterruptedException {
    try {
      WriteOutcome unused = FailureClassifier.outcome(e);
    } catch (RetriableWriteException open) {
      leaveOpen(puts, open, attempts);
      return;
    }
    together(puts.subList(0, puts.size() / 2), attempts);
    together(puts.subList(puts.size() / 2, puts.size()), attempts);
  }

  /** Judges those at fault in a cancelled transaction, and returns the others, which are fewer. */
  private List<ClaimedPut> judge(
      List<ClaimedPut> puts,
      TransactionCanceledException e,
      IdentityHashMap<ItemWrite, WriteAttempt> attempts)
      throws InterruptedException {
    List<CancellationReason> reasons = e.cancellationReasons();
    boolean told = reasons.size() == ACTIONS * puts.size();
    List<ClaimedPut> blameless = new ArrayList<>();
    for (int i = 0; i < puts.size() && told; i++) {
      ClaimedPut put = puts.get(i);
      List<CancellationReason> own = reasons.subList(ACTIONS * i, ACTIONS * (i + 1));
      if (FailureClassifier.allSucceeded(own)) {
        blameless.add(put);
      } else {
        attempts.put(put, judged(put, own));
      }
    }
    if (blameless.size() == puts.size() || !told) {
      leaveOpen(
          puts,
          new RetriableWriteException(
              Reason.MISCONFIGURED, "a transaction was cancelled without a reason", e),
          attempts);
      return List.of();
    }
    Optional<RetriableWriteException> throttled = throttling(puts, attempts);
    if (throttled.isPresent()) {
      // who is asked for fewer requests does not send the next one at once
      leaveOpen(blameless, throttled.get(), attempts);
      return List.of();
    }
    return blameless;
  }

  private static void leaveOpen(
      List<ClaimedPut> puts,
      RetriableWriteException cause,
      IdentityHashMap<ItemWrite, WriteAttempt> attempts) {
    puts.forEach(put -> attempts.put(put, new WriteAttempt.Open(cause)));
  }

  private static Optional<RetriableWriteException> throttling(
      List<ClaimedPut> puts, IdentityHashMap<ItemWrite, WriteAttempt> attempts) {
    return puts.stream()
        .flatMap(put -> Optional.ofNullable(attempts.get(put)).stream())
        .flatMap(attempt -> attempt.trouble().stream())
        .filter(trouble -> trouble.reason() == Reason.THROTTLED)
        .findFirst();
  }

  private WriteAttempt judged(ClaimedPut put, List<CancellationReason> own)
      throws InterruptedException {
    try {
      ClaimStanding standing = standing(put.claim(), own);
      return new WriteAttempt.Ended(
          standing.decision().isPresent() ? standing.decision().get() : claimed(put, standing));
    } catch (RetriableWriteException e) {
      return new WriteAttempt.Open(e);
    } catch (AbortedException e) {
      throw e;
    } catch (SdkException e) {
      return triaged(e);
    }
  }

  private static WriteAttempt triaged(SdkException e) {
    try {
      return new WriteAttempt.Ended(FailureClassifier.outcome(e));
    } catch (RetriableWriteException open) {
      return new WriteAttempt.Open(open);
    }
  }

  /** One claim in a transaction of its own, in the knowledge of how the table stands. */
  private WriteOutcome claimed(ClaimedPut put, ClaimStanding seen) {
    ClaimStanding standing = seen;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      standing = claim(put, standing);
      Optional<WriteOutcome> decision = standing.decision();
      if (decision.isPresent()) {
        return decision.get();
      }
    }
    throw new RetriableWriteException(Reason.CONFLICT, "the claim keeps changing", null);
  }

  /** Writes under the condition that the table is still as seen; tells what it is really like. */
  private ClaimStanding claim(ClaimedPut put, ClaimStanding seen) {
    try {
      requests.claim(List.of(put), seen);
      return new ClaimStanding.Settled(new WriteOutcome.Stored());
    } catch (TransactionCanceledException e) {
      return standing(put.claim(), e.cancellationReasons());
    }
  }

  /** What the reasons of a claim's own actions say about it. */
  private static ClaimStanding standing(Claim claim, List<CancellationReason> own) {
    return FailureClassifier.conditionFailure(own)
        .map(
            reason ->
                reason.hasItem() && !reason.item().isEmpty()
                    ? claim.compareWithStored(new Item(reason.item()))
                    : new ClaimStanding.Free())
        .orElseGet(() -> new ClaimStanding.Settled(FailureClassifier.outcomeOf(own)));
  }

  /** The client's own word for an interrupt. */
  private static InterruptedException interrupted(AbortedException e) {
    boolean unused = Thread.interrupted();
    return new InterruptedException(e.getMessage());
  }
}
