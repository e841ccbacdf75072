package io.tributary.sink.dynamo;

import static io.tributary.sink.dynamo.FakeDynamo.cancelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Several items under one revision. */
final class VersionedPutWriterTest {

  private static final VersionedPut PAIR =
      new VersionedPut("states", "id", List.of(item("one", 7), item("two", 7)));

  private final FakeDynamo dynamo = new FakeDynamo();
  private final DynamoItemWriter writer =
      new DynamoItemWriter(dynamo, "test-", InstantSource.system(), new Meters());

  @Test
  void shouldPutAllInOneTransactionEachUnlessTheTableIsNewer() throws InterruptedException {
    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STORED);

    assertThat(dynamo.puts()).isEmpty();
    assertThat(dynamo.requests()).hasSize(1);
    assertThat(dynamo.requests().get(0).transactItems())
        .extracting(TransactWriteItem::put)
        .containsExactly(action("one"), action("two"));
  }

  @Test
  void shouldKnowItsOwnRevisionAgain() throws InterruptedException {
    dynamo.failing(cancelled(held("one", "7"), held("two", "7")));

    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.ALREADY_STORED);
    assertThat(dynamo.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "7, 8", "8, 7"})
  void shouldWriteNothingBesideANewerItem(String one, String two) throws InterruptedException {
    dynamo.failing(cancelled(held("one", one), held("two", two)));

    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STALE);
    assertThat(dynamo.requests()).hasSize(1);
    assertThat(dynamo.puts()).isEmpty();
  }

  @Test
  void shouldWriteNothingBesideANewerItemEvenIfTheOtherIsMissing() throws InterruptedException {
    dynamo.failing(cancelled(held("one", "8"), fine()), cancelled(fine(), held("two", "8")));

    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STALE);
    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STALE);
    assertThat(dynamo.puts()).isEmpty();
  }

  @Test
  void shouldWriteAMissingOneAloneBesideItsOwnRevision() throws InterruptedException {
    dynamo.failing(cancelled(held("one", "7"), fine()));

    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STORED);

    assertThat(dynamo.requests()).hasSize(1);
    assertThat(dynamo.puts()).hasSize(1);
    assertThat(dynamo.puts().get(0).item()).isEqualTo(item("two", 7).attributes());
    assertThat(dynamo.puts().get(0).conditionExpression())
        .isEqualTo("attribute_not_exists(#key) OR #rev < :rev");
  }

  @Test
  void shouldNotOverwriteANewerItemByARepair() throws InterruptedException {
    dynamo.failing(
        cancelled(fine(), held("two", "7")),
        ConditionalCheckFailedException.builder().item(item("one", 8).attributes()).build());

    assertThat(writer.write(PAIR)).isEqualTo(WriteOutcome.Settled.STALE);
  }

  @Test
  void shouldNotOverwriteAnItemOfNoRevision() throws InterruptedException {
    CancellationReason bare =
        CancellationReason.builder()
            .code("ConditionalCheckFailed")
            .item(Map.of("id", AttributeValue.fromS("two")))
            .build();
    dynamo.failing(cancelled(held("one", "7"), bare));

    assertThat(writer.write(PAIR))
        .isEqualTo(
            new WriteOutcome.Rejected(
                new Failure(
                    FailureCode.FOREIGN_ITEM, "the table holds an item without a revision")));
  }

  @ParameterizedTest
  @CsvSource({
    "TransactionConflict, CONFLICT",
    "ProvisionedThroughputExceeded, THROTTLED",
    "ThrottlingError, THROTTLED",
    "NeverHeardOf, MISCONFIGURED"
  })
  void shouldFindNothingStaleWhileRecordsPass(String code, WriteResult.Reason reason)
      throws InterruptedException {
    CancellationReason trouble = CancellationReason.builder().code(code).build();
    for (CancellationReason other : List.of(fine(), held("one", "7"), held("one", "8"))) {
      dynamo.failing(cancelled(other, trouble), cancelled(trouble, other));
    }

    for (int i = 0; i < 6; i++) {
      assertThat(writer.write(PAIR)).extracting("reason").isEqualTo(reason);
    }
    assertThat(dynamo.puts()).isEmpty();
  }

  @Test
  void shouldStayOpenWithoutKnownReasons() throws InterruptedException {
    dynamo.failing(
        cancelled("None", "None"),
        cancelled("ConditionalCheckFailed"),
        cancelled("ConditionalCheckFailed", "ConditionalCheckFailed"));

    for (int i = 0; i < 3; i++) {
      assertThat(writer.write(PAIR))
          .extracting("reason")
          .isEqualTo(WriteResult.Reason.MISCONFIGURED);
    }
  }

  private static Put action(String id) {
    return Put.builder()
        .tableName("test-states")
        .item(Map.of("id", AttributeValue.fromS(id), "rev", AttributeValue.fromN("7")))
        .conditionExpression("attribute_not_exists(#key) OR #rev < :rev")
        .expressionAttributeNames(Map.of("#key", "id", "#rev", "rev"))
        .expressionAttributeValues(Map.of(":rev", AttributeValue.fromN("7")))
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private static CancellationReason held(String id, String revision) {
    return CancellationReason.builder()
        .code("ConditionalCheckFailed")
        .item(Map.of("id", AttributeValue.fromS(id), "rev", AttributeValue.fromN(revision)))
        .build();
  }

  private static CancellationReason fine() {
    return CancellationReason.builder().code("None").build();
  }

  private static Item item(String id, long revision) {
    return Item.of(Map.of("id", id, "rev", revision));
  }
}
