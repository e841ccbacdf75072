package io.tributary.sink.write;

import io.tributary.sink.item.Item;
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
final class RevisedPutWriter {

  private final DynamoRequests requests;

  /** Writes by the given requests. */
  RevisedPutWriter(DynamoRequests requests) {
    this.requests = requests;
  }

  WriteOutcome write(RevisedPut put) {
    try {
      requests.revise(put);
      return new WriteOutcome.Stored();
    } catch (ConditionalCheckFailedException e) {
      return against(put, e.item());
    } catch (TransactionCanceledException e) {
      return judge(put, e.cancellationReasons());
    }
  }

  /** The reasons are in the order of the items. */
  private WriteOutcome judge(RevisedPut put, List<CancellationReason> reasons) {
    if (reasons.size() != put.items().size() || !FailureTriage.onlyConditionsFailed(reasons)) {
      return FailureTriage.outcomeOf(reasons);
    }
    List<Item> missing = new ArrayList<>();
    for (int i = 0; i < reasons.size(); i++) {
      CancellationReason reason = reasons.get(i);
      if (!FailureTriage.isConditionFailure(reason)) {
        missing.add(put.items().get(i));
        continue;
      }
      WriteOutcome outcome = against(put, reason.item());
      if (!outcome.equals(new WriteOutcome.AlreadyStored())) {
        return outcome;
      }
    }
    return missing.isEmpty() ? new WriteOutcome.AlreadyStored() : write(put.only(missing));
  }

  private static WriteOutcome against(RevisedPut put, Map<String, AttributeValue> held) {
    return put.against(new Item(DynamoRequests.held(held)));
  }
}
