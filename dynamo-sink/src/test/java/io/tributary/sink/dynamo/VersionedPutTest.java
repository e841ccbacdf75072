package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

final class VersionedPutTest {

  private final FakeDynamo dynamo = new FakeDynamo();
  private final DynamoItemWriter writer =
      new DynamoItemWriter(dynamo, "test-", InstantSource.system(), new Meters());

  @Test
  void shouldPutUnlessTheTableIsNewer() throws InterruptedException {
    assertThat(writer.write(Puts.state(7))).isEqualTo(WriteOutcome.Settled.STORED);

    assertThat(dynamo.puts())
        .containsExactly(
            PutItemRequest.builder()
                .tableName("test-states")
                .item(
                    Map.of("id", AttributeValue.fromS("state-1"), "rev", AttributeValue.fromN("7")))
                .conditionExpression("attribute_not_exists(#key) OR #rev < :rev")
                .expressionAttributeNames(Map.of("#key", "id", "#rev", "rev"))
                .expressionAttributeValues(Map.of(":rev", AttributeValue.fromN("7")))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
  }

  @Test
  void shouldKnowItsOwnRevisionAgain() throws InterruptedException {
    dynamo.failing(held("1000000000007"));

    assertThat(writer.write(Puts.state(1_000_000_000_007L)))
        .isEqualTo(WriteOutcome.Settled.ALREADY_STORED);
  }

  @Test
  void shouldDropAStateThatALaterOneHasOvertaken() throws InterruptedException {
    dynamo.failing(held("1000000000008"));

    assertThat(writer.write(Puts.state(1_000_000_000_007L))).isEqualTo(WriteOutcome.Settled.STALE);
  }

  @ParameterizedTest
  @CsvSource({
    "TransactionConflictException, 400",
    "ProvisionedThroughputExceededException, 400",
    "ThrottlingException, 400",
    "InternalServerError, 500"
  })
  void shouldTakeNothingButAFailedConditionForStale(String code, int status)
      throws InterruptedException {
    dynamo.failing(FakeDynamo.refusal(code, status));

    assertThat(writer.write(Puts.state(7))).isInstanceOf(WriteResult.Retry.class);
  }

  private static ConditionalCheckFailedException held(String revision) {
    return ConditionalCheckFailedException.builder()
        .item(Map.of("id", AttributeValue.fromS("state-1"), "rev", AttributeValue.fromN(revision)))
        .build();
  }
}
