package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.RetriableWriteException.Reason;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Writes to DynamoDB, one request for each write. */
public final class DynamoItemWriter implements ItemWriter {

  /** Rounds of seeing and replacing a claim before it counts as contested. */
  private static final int MOST_ROUNDS = 3;

  private final DynamoDbClient client;
  private final String tablePrefix;

  /**
   * Writes through the given client, which stays the caller's to close.
   *
   * @param tablePrefix put before the name of every table
   */
  DynamoItemWriter(DynamoDbClient client, String tablePrefix) {
    this.client = client;
    this.tablePrefix = tablePrefix;
  }

  /** Writes to the given tables. */
  public static DynamoItemWriter to(DynamoTables tables) {
    return new DynamoItemWriter(tables.client(), tables.prefix());
  }

  @Override
  public WriteOutcome write(ItemWrite write) throws InterruptedException {
    try {
      return write.match(
          new ItemWrite.Cases<>() {
            @Override
            public WriteOutcome claimedPut(ClaimedPut put) {
              return claimed(put);
            }

            @Override
            public WriteOutcome revisedPut(RevisedPut put) {
              return revised(put);
            }
          });
    } catch (AbortedException e) {
      // the client's own word for an interrupt
      Thread.interrupted();
      throw new InterruptedException(e.getMessage());
    } catch (SdkException e) {
      return FailureTriage.outcome(e);
    }
  }

  private WriteOutcome claimed(ClaimedPut put) {
    ClaimStanding standing = new ClaimStanding.Free();
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      standing = claim(put, standing);
      Optional<WriteOutcome> decision = standing.decision();
      if (decision.isPresent()) {
        return decision.get();
      }
    }
    throw new RetriableWriteException(Reason.CONFLICT, "the claim keeps changing", null);
  }

  /** Writes under the condition that the table is still as seen; tells what it is really like. */
  private ClaimStanding claim(ClaimedPut put, ClaimStanding seen) {
    Put item =
        Put.builder().tableName(tablePrefix + put.table()).item(put.item().attributes()).build();
    try {
      client.transactWriteItems(
          request ->
              request.transactItems(
                  TransactWriteItem.builder().put(claimRow(put.claim(), seen)).build(),
                  TransactWriteItem.builder().put(item).build()));
      return new ClaimStanding.Settled(new WriteOutcome.Stored());
    } catch (TransactionCanceledException e) {
      return FailureTriage.conditionFailure(e)
          .map(reason -> standing(put.claim(), reason))
          .orElseGet(() -> new ClaimStanding.Settled(FailureTriage.outcome(e)));
    }
  }

  private WriteOutcome revised(RevisedPut put) {
    AttributeValue revision = put.item().attributes().get(RevisedPut.REVISION);
    try {
      client.putItem(
          request ->
              request
                  .tableName(tablePrefix + put.table())
                  .item(put.item().attributes())
                  .conditionExpression("attribute_not_exists(#key) OR #rev < :rev")
                  .expressionAttributeNames(Map.of("#key", put.key(), "#rev", RevisedPut.REVISION))
                  .expressionAttributeValues(Map.of(":rev", revision))
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
      return new WriteOutcome.Stored();
    } catch (ConditionalCheckFailedException e) {
      if (!e.hasItem() || e.item().isEmpty()) {
        throw new RetriableWriteException(
            Reason.MISCONFIGURED, "the endpoint does not tell which item it holds", e);
      }
      return put.against(new Item(e.item()));
    }
  }

  private static ClaimStanding standing(Claim claim, CancellationReason reason) {
    return reason.hasItem() && !reason.item().isEmpty()
        ? claim.against(new Item(reason.item()))
        : new ClaimStanding.Free();
  }

  private Put claimRow(Claim claim, ClaimStanding seen) {
    ClaimRule rule = claim.rule();
    Put.Builder put =
        Put.builder()
            .tableName(tablePrefix + rule.table())
            .item(claim.row().attributes())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    Optional<BigDecimal> lapsed = seen.lapsedExpiry();
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
