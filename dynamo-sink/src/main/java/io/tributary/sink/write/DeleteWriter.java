package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import java.time.InstantSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Deletes items, under conditions that make a repeated or belated delete harmless. */
final class DeleteWriter {

  private final DynamoRequests requests;
  private final InstantSource clock;

  /** Tells by the given clock what has expired. */
  DeleteWriter(DynamoRequests requests, InstantSource clock) {
    this.requests = requests;
    this.clock = clock;
  }

  WriteOutcome write(RevisedDelete delete) {
    try {
      return outcome(requests.delete(delete));
    } catch (ConditionalCheckFailedException e) {
      return RevisedPut.revisionOf(new Item(DynamoRequests.held(e.item())))
          .<WriteOutcome>map(newer -> new WriteOutcome.Stale())
          .orElseGet(RevisedPut::withoutRevision);
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
