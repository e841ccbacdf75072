package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

final class DeleteWriterTest {

  private static final Item KEY = Item.of(Map.of("pk", "p", "sk", "s"));
  private static final VersionedDelete REVISED = new VersionedDelete("things", KEY, 7);
  private static final ExpiredDelete EXPIRED = new ExpiredDelete("things", KEY, "expires");

  private final FakeDynamo dynamo = new FakeDynamo();
  private final Meters meters = new Meters();
  private final DynamoItemWriter writer =
      new DynamoItemWriter(
          dynamo, "test-", () -> Instant.parse("2024-01-15T14:22:00.999Z"), meters);

  @Test
  void shouldDeleteUnlessTheTableIsNewer() throws InterruptedException {
    dynamo.holding(item("rev", "6"));

    assertThat(writer.write(REVISED)).isEqualTo(WriteOutcome.Settled.DELETED);

    assertThat(dynamo.deletes()).containsExactly(request("rev", "7"));
    assertThat(meters.scrape())
        .contains("tributary_sink_requests_total{operation=\"DeleteItem\"} 1.0");
  }

  @Test
  void shouldDeleteEachItemForItself() throws InterruptedException {
    VersionedDelete both =
        new VersionedDelete("things", List.of(KEY, Item.of(Map.of("pk", "q", "sk", "s"))), 7);
    dynamo.failing(ConditionalCheckFailedException.builder().item(item("rev", "7")).build());

    assertThat(writer.write(both))
        .as("one newer, one absent")
        .isEqualTo(WriteOutcome.Settled.STALE);
    dynamo.holding(item("rev", "6"));
    dynamo.failing(ConditionalCheckFailedException.builder().item(item("rev", "7")).build());
    assertThat(writer.write(both)).as("one newer").isEqualTo(WriteOutcome.Settled.DELETED);

    assertThat(dynamo.deletes())
        .extracting(request -> request.key().get("pk"))
        .extracting(AttributeValue::s)
        .containsExactly("p", "q", "p", "q");
  }

  @Test
  void shouldDeleteExpiredItemsByTheSinksClock() throws InterruptedException {
    dynamo.holding(item("rev", "6"));

    assertThat(writer.write(EXPIRED)).isEqualTo(WriteOutcome.Settled.DELETED);

    assertThat(dynamo.deletes()).containsExactly(request("expires", "1705328520"));
  }

  @Test
  void shouldBeDoneWhenThereIsNothing() throws InterruptedException {
    assertThat(writer.write(REVISED)).isEqualTo(WriteOutcome.Settled.ALREADY_ABSENT);
    assertThat(writer.write(EXPIRED)).isEqualTo(WriteOutcome.Settled.ALREADY_ABSENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "8", "1000000000000"})
  void shouldLeaveNewerItems(String revision) throws InterruptedException {
    dynamo.failing(ConditionalCheckFailedException.builder().item(item("rev", revision)).build());

    assertThat(writer.write(REVISED)).isEqualTo(WriteOutcome.Settled.STALE);
    assertThat(dynamo.deletes()).hasSize(1);
  }

  @Test
  void shouldLeaveLiveItems() throws InterruptedException {
    dynamo.failing(
        ConditionalCheckFailedException.builder().item(item("expires", "1705328520")).build());

    assertThat(writer.write(EXPIRED)).isEqualTo(WriteOutcome.Settled.NOT_EXPIRED);
  }

  @Test
  void shouldNotDeleteAnItemOfNoRevision() throws InterruptedException {
    dynamo.failing(ConditionalCheckFailedException.builder().item(item("other", "1")).build());

    assertThat(writer.write(REVISED))
        .isEqualTo(
            new WriteOutcome.Rejected(
                new Failure(
                    FailureCode.FOREIGN_ITEM, "the table holds an item without a revision")));
  }

  @Test
  void shouldStayOpenWithoutACountOfTheEndpoint() throws InterruptedException {
    dynamo.failing(ConditionalCheckFailedException.builder().build());

    assertReason(REVISED, WriteResult.Reason.MISCONFIGURED);
  }

  @Test
  void shouldBeRejectedWhenDynamoDbRefusesTheKey() throws InterruptedException {
    dynamo.failing(FakeDynamo.refusal("ValidationException", 400));

    assertThat(writer.write(REVISED)).isInstanceOf(WriteOutcome.Rejected.class);
  }

  @Test
  void shouldCountDeletesApart() {
    assertThat(WriteOutcome.Settled.DELETED.label()).isEqualTo("deleted");
    assertThat(WriteOutcome.Settled.ALREADY_ABSENT.label()).isEqualTo("already_absent");
    assertThat(WriteOutcome.Settled.NOT_EXPIRED.label()).isEqualTo("not_expired");
  }

  private void assertReason(ItemWrite write, WriteResult.Reason reason)
      throws InterruptedException {
    assertThat(writer.write(write)).extracting("reason").isEqualTo(reason);
  }

  private static DeleteItemRequest request(String bounded, String bound) {
    return DeleteItemRequest.builder()
        .tableName("test-things")
        .key(Map.of("pk", AttributeValue.fromS("p"), "sk", AttributeValue.fromS("s")))
        .conditionExpression("attribute_not_exists(#key) OR #bounded < :bound")
        .expressionAttributeNames(Map.of("#key", "pk", "#bounded", bounded))
        .expressionAttributeValues(Map.of(":bound", AttributeValue.fromN(bound)))
        .returnValues(ReturnValue.ALL_OLD)
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static Map<String, AttributeValue> item(String attribute, String number) {
    return Map.of(
        "pk",
        AttributeValue.fromS("p"),
        "sk",
        AttributeValue.fromS("s"),
        attribute,
        AttributeValue.fromN(number));
  }
}
