package io.tributary.sink.dynamo;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.item.Item;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome.Settled;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import io.tributary.sink.write.WriteResult.Retry;
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
 * Writer to DynamoDB. Claimed puts share transactions. The result of each follows from the reasons
 * of its own two actions alone; the others are written again at once without those that failed.
 */
public final class DynamoItemWriter implements ItemWriter {

  /** Rounds of reading and replacing a claim before it counts as contested. */
  private static final int MOST_ROUNDS = 3;

  /** Actions of a claimed put. */
  private static final int ACTIONS = 2;

  private final DynamoRequests requests;
  private final ClaimCondition condition;
  private final VersionedPutWriter versions;
  private final DeleteWriter deletes;

  /**
   * A writer with the caller's client.
   *
   * @param clock decides about expiry
   */
  DynamoItemWriter(DynamoDbClient client, String tablePrefix, InstantSource clock, Meters meters) {
    this(new DynamoRequests(client, tablePrefix, meters), ClaimCondition.FREE, clock);
  }

  private DynamoItemWriter(DynamoRequests requests, ClaimCondition condition, InstantSource clock) {
    this.requests = requests;
    this.condition = condition;
    this.versions = new VersionedPutWriter(requests);
    this.deletes = new DeleteWriter(requests, clock);
  }

  public static ItemWriter to(DynamoTables tables, InstantSource clock, Meters meters) {
    return new KeyCheckedWriter(
        new DynamoItemWriter(tables.client(), tables.prefix(), clock, meters), tables, clock);
  }

  /** Writes to tables that may have lost items: an item comes back although its claim is there. */
  public static ItemWriter rebuilding(DynamoTables tables, InstantSource clock, Meters meters) {
    return new KeyCheckedWriter(
        new DynamoItemWriter(
            new DynamoRequests(tables.client(), tables.prefix(), meters),
            ClaimCondition.FREE_OR_OWN,
            clock),
        tables,
        clock);
  }

  @Override
  public WriteResult write(ItemWrite write) throws InterruptedException {
    try {
      return result(write);
    } catch (AbortedException e) {
      throw interrupted(e);
    }
  }

  private WriteResult result(ItemWrite write) {
    try {
      return write.match(
          new ItemWrite.Cases<>() {
            @Override
            public WriteResult claimedPut(ClaimedPut put) {
              return claim(put, condition);
            }

            @Override
            public WriteResult plainPut(PlainPut put) {
              requests.put(put);
              return Settled.STORED;
            }

            @Override
            public WriteResult versionedPut(VersionedPut put) {
              return versions.write(put);
            }

            @Override
            public WriteResult versionedDelete(VersionedDelete delete) {
              return deletes.write(delete);
            }

            @Override
            public WriteResult expiredDelete(ExpiredDelete delete) {
              return deletes.write(delete);
            }
          });
    } catch (AbortedException e) {
      throw e;
    } catch (SdkException e) {
      return FailureClassifier.resultOf(e);
    }
  }

  @Override
  public List<WriteResult> writeAll(List<ItemWrite> writes) throws InterruptedException {
    List<ClaimedPut> puts = new ArrayList<>();
    IdentityHashMap<ItemWrite, WriteResult> results = new IdentityHashMap<>();
    try {
      for (ItemWrite write : writes) {
        if (write instanceof ClaimedPut put) {
          puts.add(put);
        } else {
          results.put(write, result(write));
        }
      }
      together(puts, results);
    } catch (AbortedException e) {
      throw interrupted(e);
    }
    return writes.stream().map(results::get).toList();
  }

  /** Claims in one transaction, if none of them fails. */
  private void together(List<ClaimedPut> puts, IdentityHashMap<ItemWrite, WriteResult> results) {
    if (puts.size() < 2) {
      puts.forEach(put -> results.put(put, result(put)));
      return;
    }
    try {
      requests.claim(puts, condition);
      puts.forEach(put -> results.put(put, Settled.STORED));
    } catch (AbortedException e) {
      throw e;
    } catch (TransactionCanceledException e) {
      together(resolveFailed(puts, e, results), results);
    } catch (SdkException e) {
      if (FailureClassifier.resultOf(e) instanceof Retry retry) {
        puts.forEach(put -> results.put(put, retry));
      } else {
        // the refusal does not name the item, so the halves are tried
        together(puts.subList(0, puts.size() / 2), results);
        together(puts.subList(puts.size() / 2, puts.size()), results);
      }
    }
  }

  /** Resolves the failed puts of a cancelled transaction; returns the others. */
  private List<ClaimedPut> resolveFailed(
      List<ClaimedPut> puts,
      TransactionCanceledException e,
      IdentityHashMap<ItemWrite, WriteResult> results) {
    List<CancellationReason> reasons = e.cancellationReasons();
    boolean explained = reasons.size() == ACTIONS * puts.size();
    List<ClaimedPut> others = new ArrayList<>();
    Optional<Retry> throttled = Optional.empty();
    for (int i = 0; i < puts.size() && explained; i++) {
      ClaimedPut put = puts.get(i);
      List<CancellationReason> own = reasons.subList(ACTIONS * i, ACTIONS * (i + 1));
      if (FailureClassifier.allSucceeded(own)) {
        others.add(put);
      } else {
        WriteResult result = resolveFailed(put, own);
        results.put(put, result);
        throttled = throttled.or(() -> throttling(result));
      }
    }
    if (others.size() == puts.size() || !explained) {
      Retry retry = new Retry(Reason.MISCONFIGURED, "a transaction was cancelled without a reason");
      puts.forEach(put -> results.put(put, retry));
      return List.of();
    }
    if (throttled.isPresent()) {
      // DynamoDB asks for fewer requests, so the next one is not sent at once
      Retry retry = throttled.get();
      others.forEach(put -> results.put(put, retry));
      return List.of();
    }
    return others;
  }

  private static Optional<Retry> throttling(WriteResult result) {
    return result instanceof Retry retry && retry.reason() == Reason.THROTTLED
        ? Optional.of(retry)
        : Optional.empty();
  }

  private WriteResult resolveFailed(ClaimedPut put, List<CancellationReason> own) {
    try {
      Optional<WriteResult> result = resultOf(put.claim(), own);
      return result.isPresent() ? result.get() : claim(put, conditionAfter(put.claim(), own));
    } catch (AbortedException e) {
      throw e;
    } catch (SdkException e) {
      return FailureClassifier.resultOf(e);
    }
  }

  /** One claim in a transaction of its own. */
  private WriteResult claim(ClaimedPut put, ClaimCondition first) {
    ClaimCondition next = first;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      try {
        requests.claim(List.of(put), next);
        return Settled.STORED;
      } catch (TransactionCanceledException e) {
        Optional<WriteResult> result = resultOf(put.claim(), e.cancellationReasons());
        if (result.isPresent()) {
          return result.get();
        }
        next = conditionAfter(put.claim(), e.cancellationReasons());
      }
    }
    return new Retry(Reason.CONFLICT, "the claim keeps changing");
  }

  /** The result by the reasons of a claim's own actions; empty when its id is free. */
  private static Optional<WriteResult> resultOf(Claim claim, List<CancellationReason> own) {
    Optional<CancellationReason> failed = FailureClassifier.conditionFailure(own);
    return failed.isEmpty()
        ? Optional.of(FailureClassifier.resultOf(own))
        : held(failed.get()).flatMap(claim::outcomeBeside);
  }

  private static ClaimCondition conditionAfter(Claim claim, List<CancellationReason> own) {
    return FailureClassifier.conditionFailure(own)
        .flatMap(DynamoItemWriter::held)
        .flatMap(earlier -> earlier.number(claim.rule().expiry()))
        .map(ClaimCondition::lapsed)
        .orElse(ClaimCondition.FREE);
  }

  private static Optional<Item> held(CancellationReason reason) {
    return reason.hasItem() && !reason.item().isEmpty()
        ? Optional.of(new Item(reason.item()))
        : Optional.empty();
  }

  /** The client reports an interrupt by an exception of its own. */
  private static InterruptedException interrupted(AbortedException e) {
    boolean unused = Thread.interrupted();
    return new InterruptedException(e.getMessage());
  }
}
