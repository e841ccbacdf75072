package io.tributary.sink.dynamo;

import static io.tributary.sink.dynamo.FakeDynamo.cancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import io.tributary.sink.write.WriteResult.Retry;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

final class DynamoItemWriterTest {

  private final FakeDynamo dynamo = new FakeDynamo();
  private final DynamoItemWriter writer =
      new DynamoItemWriter(dynamo, "test-", InstantSource.system(), new Meters());

  @Test
  void shouldPutClaimAndItemInOneTransaction() throws InterruptedException {
    assertThat(write()).isEqualTo(WriteOutcome.Settled.STORED);

    assertThat(dynamo.requests()).hasSize(1);
    Put claim = dynamo.requests().get(0).transactItems().get(0).put();
    assertThat(claim.tableName()).isEqualTo("test-claims");
    assertThat(claim.item())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "id", AttributeValue.fromS("batch-1"),
                "owner", AttributeValue.fromS("device-1"),
                "claimed_at", AttributeValue.fromS("2024-01-15T14:22:00Z"),
                "expires", AttributeValue.fromN("1707920520")));
    assertThat(claim.conditionExpression()).isEqualTo("attribute_not_exists(#key)");
    assertThat(claim.expressionAttributeNames()).isEqualTo(Map.of("#key", "id"));
    assertThat(claim.returnValuesOnConditionCheckFailure())
        .isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    Put item = dynamo.requests().get(0).transactItems().get(1).put();
    assertThat(item.tableName()).isEqualTo("test-rows");
    assertThat(item.item()).isEqualTo(Map.of("row", AttributeValue.fromS("r")));
    assertThat(item.conditionExpression()).isNull();
    assertThat(dynamo.requests().get(0).transactItems()).hasSize(2);
  }

  @Test
  void shouldKnowItsOwnReadingAgain() throws InterruptedException {
    dynamo.failing(claimed("device-1", "2024-01-15T14:22:00Z", "1707920520"));

    assertThat(write()).isEqualTo(WriteOutcome.Settled.ALREADY_STORED);
  }

  @Test
  void shouldDropAnIdThatTheDeviceHasUsedBefore() throws InterruptedException {
    dynamo.failing(claimed("device-1", "2024-01-10T00:00:00Z", "1705328521"));

    assertThat(write()).isEqualTo(WriteOutcome.Settled.DUPLICATE);
  }

  @Test
  void shouldRejectAnIdThatAnotherDeviceHas() throws InterruptedException {
    dynamo.failing(claimed("device-2", "2024-01-15T14:22:00Z", "1707920520"));

    assertThat(write()).isEqualTo(new WriteOutcome.Rejected(Puts.REUSED));
  }

  @Test
  void shouldReplaceAClaimThatExpiredAtTheMomentOfReceipt() throws InterruptedException {
    dynamo.failing(claimed("device-2", "2023-12-16T14:22:00Z", "1705328520"));

    assertThat(write()).isEqualTo(WriteOutcome.Settled.STORED);

    Put claim = dynamo.requests().get(1).transactItems().get(0).put();
    assertThat(claim.conditionExpression()).isEqualTo("#expiry = :seen");
    assertThat(claim.expressionAttributeNames()).isEqualTo(Map.of("#expiry", "expires"));
    assertThat(claim.expressionAttributeValues())
        .isEqualTo(Map.of(":seen", AttributeValue.fromN("1705328520")));
    assertThat(claim.returnValuesOnConditionCheckFailure())
        .isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  @Test
  void shouldClaimAfreshWhenTheExpiredClaimIsGoneMeanwhile() throws InterruptedException {
    dynamo.failing(
        claimed("device-2", "2023-12-16T14:22:00Z", "1705328520"),
        cancelled("ConditionalCheckFailed", "None"));

    assertThat(write()).isEqualTo(WriteOutcome.Settled.STORED);
    assertThat(dynamo.requests().get(2).transactItems().get(0).put().conditionExpression())
        .isEqualTo("attribute_not_exists(#key)");
  }

  @Test
  void shouldNotReplaceAClaimThatHasNoExpiry() throws InterruptedException {
    dynamo.failing(claimed("device-1", "2024-01-10T00:00:00Z", null));

    assertThat(write()).isEqualTo(WriteOutcome.Settled.DUPLICATE);
  }

  @Test
  void shouldLeaveAClaimOpenThatKeepsChanging() throws InterruptedException {
    dynamo.failing(
        cancelled("ConditionalCheckFailed", "None"),
        cancelled("ConditionalCheckFailed", "None"),
        cancelled("ConditionalCheckFailed", "None"));

    assertThat(write()).isEqualTo(new Retry(Reason.CONFLICT, "the claim keeps changing"));
  }

  @Test
  void shouldNotTakeAConflictForADuplicate() throws InterruptedException {
    dynamo.failing(cancelled("TransactionConflict", "None"));

    assertThat(write()).isInstanceOf(Retry.class);
  }

  @Test
  void shouldNotTrustAFailedConditionBesideAConflict() throws InterruptedException {
    CancellationReason own =
        CancellationReason.builder()
            .code("ConditionalCheckFailed")
            .item(Puts.put().claim().row().attributes())
            .build();
    dynamo.failing(
        cancelled(own, CancellationReason.builder().code("TransactionConflict").build()));

    assertThat(write())
        .isInstanceOfSatisfying(
            Retry.class, retry -> assertThat(retry.message()).contains("TransactionConflict"));
  }

  @Test
  void shouldDistinguishAnInterruptFromAFailure() throws InterruptedException {
    dynamo.failing(AbortedException.create("interrupted"));

    assertThatThrownBy(this::write).isInstanceOf(InterruptedException.class);
  }

  private WriteResult write() throws InterruptedException {
    return writer.write(Puts.put());
  }

  private static TransactionCanceledException claimed(
      String owner, String claimedAt, @Nullable String expires) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("id", AttributeValue.fromS("batch-1"));
    row.put("owner", AttributeValue.fromS(owner));
    row.put("claimed_at", AttributeValue.fromS(claimedAt));
    if (expires != null) {
      row.put("expires", AttributeValue.fromN(expires));
    }
    return cancelled(
        CancellationReason.builder().code("ConditionalCheckFailed").item(row).build(),
        CancellationReason.builder().code("None").build());
  }
}
