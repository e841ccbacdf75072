package io.tributary.sink.dynamo;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteOutcome.Settled;
import io.tributary.sink.write.WriteResult;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Deletes under conditions that make repeated and late ones harmless. */
final class DeleteWriter {

  private static final List<Settled> SETTLED =
      List.of(Settled.ALREADY_ABSENT, Settled.STALE, Settled.DELETED);

  private final DynamoRequests requests;
  private final InstantSource clock;

  /** A writer whose clock decides about expiry. */
  DeleteWriter(DynamoRequests requests, InstantSource clock) {
    this.requests = requests;
    this.clock = clock;
  }

  /** Several items one by one: the deletes before a failure can be repeated. */
  WriteResult write(VersionedDelete delete) {
    return delete.keys().stream()
        .map(key -> write(delete, key))
        .max(Comparator.comparingInt(DeleteWriter::rank))
        .orElseThrow();
  }

  /** The result with the highest rank is that of the whole. */
  private static int rank(WriteResult result) {
    if (result instanceof Settled settled) {
      return SETTLED.indexOf(settled);
    }
    return result instanceof WriteOutcome ? SETTLED.size() : SETTLED.size() + 1;
  }

  private WriteResult write(VersionedDelete delete, Item key) {
    try {
      return outcome(requests.delete(delete, key));
    } catch (ConditionalCheckFailedException e) {
      return DynamoRequests.compare(
          e.item(),
          held ->
              VersionedPut.revisionOf(held)
                  .<WriteOutcome>map(newer -> Settled.STALE)
                  .orElseGet(VersionedPut::withoutRevision));
    }
  }

  WriteResult write(ExpiredDelete delete) {
    try {
      return outcome(requests.delete(delete, clock.instant().getEpochSecond()));
    } catch (ConditionalCheckFailedException e) {
      return Settled.NOT_EXPIRED;
    }
  }

  private static WriteOutcome outcome(boolean existed) {
    return existed ? Settled.DELETED : Settled.ALREADY_ABSENT;
  }
}
