package io.tributary.sink.dynamo;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome.Settled;
import io.tributary.sink.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Writer of versioned puts. Items of a put can part only from outside: DynamoDB removes expired
 * ones one by one, and people delete. Then the revision decides: beside a newer item nothing is
 * written, since its own record restores the others; beside items of the same revision the others
 * are written alone, under the same condition.
 */
final class VersionedPutWriter {

  private final DynamoRequests requests;

  VersionedPutWriter(DynamoRequests requests) {
    this.requests = requests;
  }

  WriteResult write(VersionedPut put) {
    try {
      requests.put(put);
      return Settled.STORED;
    } catch (ConditionalCheckFailedException e) {
      return DynamoRequests.compare(e.item(), put::compareWithStored);
    } catch (TransactionCanceledException e) {
      return resultOf(put, e.cancellationReasons());
    }
  }

  /** The reasons are in the order of the items. */
  private WriteResult resultOf(VersionedPut put, List<CancellationReason> reasons) {
    if (reasons.size() != put.items().size() || !FailureClassifier.onlyConditionsFailed(reasons)) {
      return FailureClassifier.resultOf(reasons);
    }
    List<Item> missing = new ArrayList<>();
    for (int i = 0; i < reasons.size(); i++) {
      CancellationReason reason = reasons.get(i);
      if (!FailureClassifier.isConditionFailure(reason)) {
        missing.add(put.items().get(i));
        continue;
      }
      WriteResult result = DynamoRequests.compare(reason.item(), put::compareWithStored);
      if (result != Settled.ALREADY_STORED) {
        return result;
      }
    }
    return missing.isEmpty() ? Settled.ALREADY_STORED : write(put.only(missing));
  }
}
