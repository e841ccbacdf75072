package io.tributary.benchmarks.sink;

import io.tributary.schemas.item.Attributes;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedPut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A request as the sink sends it, made before.
 *
 * @param records that it stores
 * @param send sends it, and tells how many write units it took
 */
record BareRequest(int records, ToDoubleFunction<DynamoDbClient> send) {

  private static final ReturnValuesOnConditionCheckFailure OLD =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  /**
   * Requests for these writes, which are all of one kind.
   *
   * @param group claimed puts in a transaction, at most
   * @param rebuilding true for the conditions of a replay
   */
  static List<BareRequest> of(
      List<ItemWrite> writes, int group, String prefix, boolean rebuilding) {
    List<BareRequest> requests = new ArrayList<>();
    List<ClaimedPut> claimed = new ArrayList<>();
    for (ItemWrite write : writes) {
      if (write instanceof VersionedPut put) {
        requests.add(put(put, prefix));
      } else {
        claimed.add((ClaimedPut) write);
      }
    }
    for (int from = 0; from < claimed.size(); from += group) {
      List<ClaimedPut> together = claimed.subList(from, Math.min(from + group, claimed.size()));
      requests.add(transaction(together, prefix, rebuilding));
    }
    return requests;
  }

  private static BareRequest put(VersionedPut put, String prefix) {
    Item item = put.items().get(0);
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(prefix + put.table())
            .item(item.attributes())
            .conditionExpression("attribute_not_exists(#key) OR #rev < :rev")
            .expressionAttributeNames(Map.of("#key", put.key(), "#rev", Attributes.REVISION))
            .expressionAttributeValues(Map.of(":rev", item.attributes().get(Attributes.REVISION)))
            .returnValuesOnConditionCheckFailure(OLD)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return new BareRequest(1, client -> client.putItem(request).consumedCapacity().capacityUnits());
  }

  private static BareRequest transaction(List<ClaimedPut> puts, String prefix, boolean rebuilding) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(puts.stream().flatMap(put -> actions(put, prefix, rebuilding)).toList())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return new BareRequest(
        puts.size(),
        client ->
            client.transactWriteItems(request).consumedCapacity().stream()
                .mapToDouble(ConsumedCapacity::capacityUnits)
                .sum());
  }

  private static Stream<TransactWriteItem> actions(
      ClaimedPut write, String prefix, boolean rebuilding) {
    ClaimRule rule = write.claim().rule();
    Item claimed = write.claim().row();
    Put.Builder claim =
        Put.builder()
            .tableName(prefix + rule.table())
            .item(claimed.attributes())
            .returnValuesOnConditionCheckFailure(OLD);
    if (rebuilding) {
      claim
          .conditionExpression(
              "attribute_not_exists(#key) OR (#owner = :owner AND #moment = :moment)")
          .expressionAttributeNames(
              Map.of("#key", rule.key(), "#owner", rule.owner(), "#moment", rule.moment()))
          .expressionAttributeValues(
              Map.of(
                  ":owner", claimed.attributes().get(rule.owner()),
                  ":moment", claimed.attributes().get(rule.moment())));
    } else {
      claim
          .conditionExpression("attribute_not_exists(#key)")
          .expressionAttributeNames(Map.of("#key", rule.key()));
    }
    Put row =
        Put.builder().tableName(prefix + write.table()).item(write.item().attributes()).build();
    return Stream.of(claim.build(), row).map(put -> TransactWriteItem.builder().put(put).build());
  }
}
