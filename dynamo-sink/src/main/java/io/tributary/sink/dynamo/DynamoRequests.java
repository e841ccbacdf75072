package io.tributary.sink.dynamo;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.item.Attributes;
import io.tributary.sink.item.Item;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Requests to DynamoDB, each sent once and counted. */
final class DynamoRequests {

  private final DynamoDbClient client;
  private final String tablePrefix;
  private final Meters meters;

  DynamoRequests(DynamoDbClient client, String tablePrefix, Meters meters) {
    this.client = client;
    this.tablePrefix = tablePrefix;
    this.meters = meters;
  }

  /** Puts claims and their items, all or none: two actions each, the claim's first. */
  void claim(List<ClaimedPut> puts, ClaimCondition condition) {
    List<TransactWriteItem> actions = new ArrayList<>();
    for (ClaimedPut put : puts) {
      actions.add(TransactWriteItem.builder().put(claimRow(put.claim(), condition)).build());
      actions.add(TransactWriteItem.builder().put(row(put.table(), put.item())).build());
    }
    transact(actions);
  }

  /** Puts items unless the table holds one of at least their revision: all or none. */
  void put(VersionedPut put) {
    List<Put> rows = put.items().stream().map(item -> revision(put, item)).toList();
    if (rows.size() == 1) {
      putAlone(rows.get(0));
    } else {
      transact(rows.stream().map(row -> TransactWriteItem.builder().put(row).build()).toList());
    }
  }

  /** Puts an item unconditionally. */
  void put(PlainPut put) {
    putAlone(row(put.table(), put.item()));
  }

  /** Deletes an item by its key unless its revision is as great; false without an item. */
  boolean delete(VersionedDelete delete, Item key) {
    return deleteBelow(delete.table(), key, Attributes.REVISION, delete.revision());
  }

  /** Deletes an item that expired before that second; false without an item. */
  boolean delete(ExpiredDelete delete, long now) {
    return deleteBelow(delete.table(), delete.key(), delete.expiry(), now);
  }

  /** Compares with the item beside which a condition failed. */
  static WriteResult compare(
      Map<String, AttributeValue> held, Function<Item, ? extends WriteResult> comparison) {
    return held.isEmpty()
        ? new WriteResult.Retry(
            Reason.MISCONFIGURED, "the endpoint does not tell which item it holds")
        : comparison.apply(new Item(held));
  }

  private void transact(List<TransactWriteItem> actions) {
    sent("TransactWriteItems");
    client
        .transactWriteItems(
            request ->
                request.transactItems(actions).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .forEach(this::consumed);
  }

  /** A transaction of one action would cost twice as much. */
  private void putAlone(Put put) {
    sent("PutItem");
    ConsumedCapacity capacity =
        client
            .putItem(
                request ->
                    request
                        .tableName(put.tableName())
                        .item(put.item())
                        .conditionExpression(put.conditionExpression())
                        .expressionAttributeNames(put.expressionAttributeNames())
                        .expressionAttributeValues(put.expressionAttributeValues())
                        .returnValuesOnConditionCheckFailure(
                            put.returnValuesOnConditionCheckFailure())
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity();
    Optional.ofNullable(capacity).ifPresent(this::consumed);
  }

  private Put revision(VersionedPut put, Item item) {
    AttributeValue revision = item.attributes().get(Attributes.REVISION);
    return Put.builder()
        .tableName(tablePrefix + put.table())
        .item(item.attributes())
        .conditionExpression("attribute_not_exists(#key) OR #rev < :rev")
        .expressionAttributeNames(Map.of("#key", put.key(), "#rev", Attributes.REVISION))
        .expressionAttributeValues(Map.of(":rev", revision))
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private void sent(String operation) {
    meters.counter(SinkMeter.REQUESTS, operation).increment();
  }

  private void consumed(ConsumedCapacity capacity) {
    if (capacity.capacityUnits() != null) {
      meters.counter(SinkMeter.WRITE_UNITS).increment(capacity.capacityUnits());
    }
  }

  private boolean deleteBelow(String table, Item key, String attribute, long bound) {
    sent("DeleteItem");
    DeleteItemResponse response =
        client.deleteItem(
            request ->
                request
                    .tableName(tablePrefix + table)
                    .key(key.attributes())
                    .conditionExpression("attribute_not_exists(#key) OR #bounded < :bound")
                    .expressionAttributeNames(
                        Map.of(
                            "#key",
                            Collections.min(key.attributes().keySet()),
                            "#bounded",
                            attribute))
                    .expressionAttributeValues(
                        Map.of(":bound", AttributeValue.fromN(Long.toString(bound))))
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .returnValues(ReturnValue.ALL_OLD)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    Optional.ofNullable(response.consumedCapacity()).ifPresent(this::consumed);
    return response.hasAttributes() && !response.attributes().isEmpty();
  }

  private Put row(String table, Item item) {
    return Put.builder().tableName(tablePrefix + table).item(item.attributes()).build();
  }

  private Put claimRow(Claim claim, ClaimCondition condition) {
    ClaimRule rule = claim.rule();
    Put.Builder put =
        Put.builder()
            .tableName(tablePrefix + rule.table())
            .item(claim.row().attributes())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    Optional<BigDecimal> lapsed = condition.lapsedExpiry();
    if (condition.mayRepeat()) {
      return put.conditionExpression(
              "attribute_not_exists(#key) OR (#owner = :owner AND #moment = :moment)")
          .expressionAttributeNames(
              Map.of("#key", rule.key(), "#owner", rule.owner(), "#moment", rule.moment()))
          .expressionAttributeValues(
              Map.of(
                  ":owner",
                  claim.row().attributes().get(rule.owner()),
                  ":moment",
                  claim.row().attributes().get(rule.moment())))
          .build();
    }
    if (lapsed.isEmpty()) {
      return put.conditionExpression("attribute_not_exists(#key)")
          .expressionAttributeNames(Map.of("#key", rule.key()))
          .build();
    }
    return put.conditionExpression("#expiry = :seen")
        .expressionAttributeNames(Map.of("#expiry", rule.expiry()))
        .expressionAttributeValues(
            Map.of(":seen", AttributeValue.fromN(lapsed.get().toPlainString())))
        .build();
  }
}
