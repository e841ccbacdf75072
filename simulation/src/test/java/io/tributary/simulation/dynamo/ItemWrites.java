package io.tributary.simulation.dynamo;

import io.tributary.simulation.dynamo.WriteAction.Guard;
import io.tributary.simulation.dynamo.WriteAction.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
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
        .consumedCapacity(
            Capacity.told(request.returnConsumedCapacity(), request.tableName(), units))
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
    WriteAction action = WriteAction.of(Kind.DELETE, table, request.key(), guard);
    Map<String, AttributeValue> before = action.held();
    int units = performAlone(action);
    DeleteItemResponse.Builder answer = DeleteItemResponse.builder();
    if (before != null && request.returnValues() == ReturnValue.ALL_OLD) {
      answer.attributes(before);
    }
    return answer
        .consumedCapacity(
            Capacity.told(request.returnConsumedCapacity(), request.tableName(), units))
        .build();
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
    List<WriteAction> actions = request.transactItems().stream().map(this::action).toList();
    requireDistinct(actions);
    requireSize(actions);
    List<CancellationReason> reasons = actions.stream().map(ItemWrites::reason).toList();
    if (reasons.stream().anyMatch(reason -> !reason.code().equals(DynamoErrors.NONE))) {
      throw DynamoErrors.cancelled(reasons);
    }
    Map<String, Integer> units = new LinkedHashMap<>();
    for (WriteAction action : actions) {
      units.merge(action.table().shape().name(), IN_A_TRANSACTION * action.perform(), Integer::sum);
    }
    return TransactWriteItemsResponse.builder()
        .consumedCapacity(
            units.entrySet().stream()
                .map(
                    entry ->
                        Capacity.told(
                            request.returnConsumedCapacity(), entry.getKey(), entry.getValue()))
                .filter(Objects::nonNull)
                .toList())
        .build();
  }

  private WriteAction action(TransactWriteItem item) {
    return Stream.of(action(item.put()), action(item.delete()), action(item.conditionCheck()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new UnsupportedOperationException("the simulation has no " + item));
  }

  private @Nullable WriteAction action(@Nullable Put put) {
    return put == null
        ? null
        : WriteAction.put(
            database.table(put.tableName()),
            put.item(),
            guard(
                put.conditionExpression(),
                put.expressionAttributeNames(),
                put.expressionAttributeValues(),
                put.returnValuesOnConditionCheckFailure()));
  }

  private @Nullable WriteAction action(@Nullable Delete delete) {
    return delete == null
        ? null
        : WriteAction.of(
            Kind.DELETE,
            database.table(delete.tableName()),
            delete.key(),
            guard(
                delete.conditionExpression(),
                delete.expressionAttributeNames(),
                delete.expressionAttributeValues(),
                delete.returnValuesOnConditionCheckFailure()));
  }

  private @Nullable WriteAction action(@Nullable ConditionCheck check) {
    return check == null
        ? null
        : WriteAction.of(
            Kind.CHECK,
            database.table(check.tableName()),
            check.key(),
            guard(
                check.conditionExpression(),
                check.expressionAttributeNames(),
                check.expressionAttributeValues(),
                check.returnValuesOnConditionCheckFailure()));
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

  private static CancellationReason reason(WriteAction action) {
    return action.passes()
        ? DynamoErrors.reason(DynamoErrors.NONE)
        : DynamoErrors.conditionReason(action.told());
  }
}
