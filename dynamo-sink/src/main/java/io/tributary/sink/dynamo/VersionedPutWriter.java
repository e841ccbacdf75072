package io.tributary.sink.dynamo;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Writes revised puts. Items of a put can part only from outside: DynamoDB removes expired ones one
 * by one, and people delete. Then the revision decides: beside a newer item nothing is written,
 * since its own record puts the others right; beside items of the same revision the others are
 * written alone, under the same condition.
 */
final class VersionedPutWriter {

  private final DynamoRequests requests;

  /** Writes by the given requests. */
  VersionedPutWriter(DynamoRequests requests) {
    this.requests = requests;
  }

  WriteOutcome write(VersionedPut put) {
    try {
      requests.revise(put);
      return new WriteOutcome.Stored();
    } catch (ConditionalCheckFailedException e) {
      return compareWithStored(put, e.item());
    } catch (TransactionCanceledException e) {
      return judge(put, e.cancellationReasons());
    }
  }

  /** The reasons are in the order of the items. */
  private WriteOutcome judge(VersionedPut put, List<CancellationReason> reasons) {
    if (reasons.size() != put.items().size() || !FailureClassifier.onlyConditionsFailed(reasons)) {
      return FailureClassifier.outcomeOf(reasons);
    }
    List<Item> missing = new ArrayList<>();
    for (int i = 0; i < reasons.size(); i++) {
      CancellationReason reason = reasons.get(i);
      if (!FailureClassifier.isConditionFailure(reason)) {
        missing.add(put.items().get(i));
        continue;
      }
      WriteOutcome outcome = compareWithStored(put, reason.item());
      if (!outcome.equals(new WriteOutcome.AlreadyStored())) {
        return outcome;
      }
    }
    return missing.isEmpty() ? new WriteOutcome.AlreadyStored() : write(put.only(missing));
  }

  private static WriteOutcome compareWithStored(
      VersionedPut put, Map<String, AttributeValue> held) {
    return put.compareWithStored(new Item(DynamoRequests.held(held)));
  }
}
