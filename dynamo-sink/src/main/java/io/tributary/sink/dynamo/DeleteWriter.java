package io.tributary.sink.dynamo;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Deletes items, under conditions that make a repeated or belated delete harmless. */
final class DeleteWriter {

  /** Of several outcomes the last is to be told. */
  private static final List<Class<?>> WORSE_LAST =
      List.of(
          WriteOutcome.AlreadyAbsent.class,
          WriteOutcome.Stale.class,
          WriteOutcome.Deleted.class,
          WriteOutcome.Rejected.class);

  private final DynamoRequests requests;
  private final InstantSource clock;

  /** Tells by the given clock what has expired. */
  DeleteWriter(DynamoRequests requests, InstantSource clock) {
    this.requests = requests;
    this.clock = clock;
  }

  /** Several items one by one: what has been done before an exception can be done again. */
  WriteOutcome write(VersionedDelete delete) {
    return delete.keys().stream()
        .map(key -> write(delete, key))
        .max(Comparator.comparingInt(outcome -> WORSE_LAST.indexOf(outcome.getClass())))
        .orElseThrow();
  }

  private WriteOutcome write(VersionedDelete delete, Item key) {
    try {
      return outcome(requests.delete(delete, key));
    } catch (ConditionalCheckFailedException e) {
      return VersionedPut.revisionOf(new Item(DynamoRequests.held(e.item())))
          .<WriteOutcome>map(newer -> new WriteOutcome.Stale())
          .orElseGet(VersionedPut::withoutRevision);
    }
  }

  WriteOutcome write(ExpiredDelete delete) {
    try {
      return outcome(requests.delete(delete, clock.instant().getEpochSecond()));
    } catch (ConditionalCheckFailedException e) {
      return new WriteOutcome.NotExpired();
    }
  }

  private static WriteOutcome outcome(boolean existed) {
    return existed ? new WriteOutcome.Deleted() : new WriteOutcome.AlreadyAbsent();
  }
}
