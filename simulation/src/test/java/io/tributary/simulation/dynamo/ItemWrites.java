package io.tributary.simulation.dynamo;

import io.tributary.simulation.dynamo.WriteAction.Guard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Puts, deletes and transactions, each at one moment. */
final class ItemWrites {

  private static final int MOST_ACTIONS = 100;
  private static final int MOST_TRANSACTION_BYTES = 4 * 1024 * 1024;
  private static final int IN_A_TRANSACTION = 2;

  private final SimulatedDynamo database;

  ItemWrites(SimulatedDynamo database) {
    this.database = database;
  }

  PutItemResponse put(PutItemRequest request) {
    Guard guard =
        guard(
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            request.returnValuesOnConditionCheckFailure());
    SimulatedTable table = database.table(request.tableName());
    WriteAction action = WriteAction.put(table, request.item(), guard);
    Map<String, AttributeValue> before = action.held();
    int units = performAlone(action);
    PutItemResponse.Builder answer = PutItemResponse.builder();
    if (before != null && request.returnValues() == ReturnValue.ALL_OLD) {
      answer.attributes(before);
    }
    return answer
        .consumedCapacity(capacity(request.returnConsumedCapacity(), request.tableName(), units))
        .build();
  }

  DeleteItemResponse delete(DeleteItemRequest request) {
    Guard guard =
        guard(
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            request.returnValuesOnConditionCheckFailure());
    SimulatedTable table = database.table(request.tableName());
    WriteAction action = WriteAction.delete(table, request.key(), guard);
    Map<String, AttributeValue> before = action.held();
    int units = performAlone(action);
    DeleteItemResponse.Builder answer = DeleteItemResponse.builder();
    if (before != null && request.returnValues() == ReturnValue.ALL_OLD) {
      answer.attributes(before);
    }
    return answer
        .consumedCapacity(capacity(request.returnConsumedCapacity(), request.tableName(), units))
        .build();
  }

  private static @Nullable ConsumedCapacity capacity(
      @Nullable ReturnConsumedCapacity wanted, String table, int units) {
    return wanted == ReturnConsumedCapacity.TOTAL ? Capacity.told(table, units) : null;
  }

  private static int performAlone(WriteAction action) {
    if (!action.passes()) {
      throw DynamoErrors.conditionFailed(action.told());
    }
    return action.perform();
  }

  TransactWriteItemsResponse transact(TransactWriteItemsRequest request) {
    if (request.transactItems().isEmpty() || request.transactItems().size() > MOST_ACTIONS) {
      throw DynamoErrors.invalid(
          "1 validation error detected: Value at 'transactItems' failed to satisfy constraint:"
              + " Member must have length less than or equal to "
              + MOST_ACTIONS);
    }
    List<Sent> all = request.transactItems().stream().map(this::sent).toList();
    List<WriteAction> actions = new ArrayList<>(all.size());
    List<CancellationReason> reasons = new ArrayList<>(all.size());
    all.forEach(sent -> reasons.add(reason(sent, actions)));
    requireDistinct(actions);
    requireSize(actions);
    if (reasons.stream().anyMatch(reason -> !reason.code().equals(DynamoErrors.NONE))) {
      throw DynamoErrors.cancelled(reasons);
    }
    Map<String, Integer> units = new LinkedHashMap<>();
    for (WriteAction action : actions) {
      units.merge(action.table().shape().name(), IN_A_TRANSACTION * action.perform(), Integer::sum);
    }
    TransactWriteItemsResponse.Builder answer = TransactWriteItemsResponse.builder();
    if (request.returnConsumedCapacity() == ReturnConsumedCapacity.TOTAL) {
      answer.consumedCapacity(
          units.entrySet().stream()
              .map(table -> Capacity.told(table.getKey(), table.getValue()))
              .toList());
    }
    return answer.build();
  }

  /** An action of a transaction whose expression is valid. */
  private record Sent(
      SimulatedTable table, boolean isPut, Map<String, AttributeValue> attributes, Guard guard) {

    WriteAction action() {
      return isPut
          ? WriteAction.put(table, attributes, guard)
          : WriteAction.delete(table, attributes, guard);
    }
  }

  private Sent sent(TransactWriteItem item) {
    Put put = item.put();
    Delete delete = item.delete();
    if (put != null) {
      Guard guard =
          guard(
              put.conditionExpression(),
              put.expressionAttributeNames(),
              put.expressionAttributeValues(),
              put.returnValuesOnConditionCheckFailure());
      return new Sent(database.table(put.tableName()), true, put.item(), guard);
    }
    if (delete == null) {
      throw new UnsupportedOperationException("the simulation has no " + item);
    }
    Guard guard =
        guard(
            delete.conditionExpression(),
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues(),
            delete.returnValuesOnConditionCheckFailure());
    return new Sent(database.table(delete.tableName()), false, delete.key(), guard);
  }

  private static Guard guard(
      @Nullable String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      @Nullable ReturnValuesOnConditionCheckFailure told) {
    ParsedCondition parsed = ParsedCondition.of(expression);
    return new Guard(
        parsed, parsed.bind(names, values), told == ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  private static void requireDistinct(List<WriteAction> actions) {
    Set<Object> seen = new HashSet<>();
    for (WriteAction action : actions) {
      if (!seen.add(List.of(action.table().shape().name(), action.key()))) {
        throw DynamoErrors.invalid(
            "Transaction request cannot include multiple operations on one item");
      }
    }
  }

  private static void requireSize(List<WriteAction> actions) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (WriteAction action : actions) {
      Map<String, AttributeValue> item = action.item();
      if (item != null) {
        items.add(item);
      }
    }
    if (items.stream().mapToLong(ItemForm::bytes).sum() > MOST_TRANSACTION_BYTES) {
      throw DynamoErrors.invalid(
          "Collection size exceeded: the aggregate size of the items exceeds 4 MB");
    }
  }

  /** The reason that an action gives for its transaction's end; adds the action if it is valid. */
  private static CancellationReason reason(Sent sent, List<WriteAction> actions) {
    if (sent.table().shape().mismatches(sent.attributes())) {
      return DynamoErrors.invalidReason(
          "One or more parameter values were invalid: Type mismatch for key");
    }
    WriteAction action = sent.action();
    actions.add(action);
    return action.passes()
        ? DynamoErrors.reason(DynamoErrors.NONE)
        : DynamoErrors.conditionReason(action.told());
  }
}
