package io.tributary.sink.dynamo;

import static io.tributary.sink.dynamo.FakeDynamo.cancelled;
import static io.tributary.sink.dynamo.FakeDynamo.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

final class GroupedWritesTest {

  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();

  private final FakeDynamo dynamo = new FakeDynamo();
  private final Meters meters = new Meters();
  private final DynamoItemWriter writer =
      new DynamoItemWriter(dynamo, "test-", InstantSource.system(), meters);

  @Test
  void shouldLeaveOnlyContestedClaims() throws InterruptedException {
    dynamo.failing(
        cancelled("None", "TransactionConflict", "None", "None", "TransactionConflict", "None"));

    assertThat(outcomes(3)).containsExactly("CONFLICT", "stored", "CONFLICT");
    assertThat(ids()).containsExactly(List.of("batch-1", "batch-2", "batch-3"), List.of("batch-2"));
  }

  @Test
  void shouldSendNothingAtOnceToATableThatThrottles() throws InterruptedException {
    dynamo.failing(
        cancelled(
            NONE,
            CancellationReason.builder().code("ThrottlingError").build(),
            NONE,
            NONE,
            held("device-1", "2024-01-10T00:00:00Z", "1705328521"),
            NONE));

    assertThat(outcomes(3)).containsExactly("THROTTLED", "THROTTLED", "duplicate");
    assertThat(dynamo.requests()).hasSize(1);
  }

  @Test
  void shouldRejectOnlyTheItemThatDynamoDbNames() throws InterruptedException {
    dynamo.failing(cancelled("None", "None", "None", "ValidationError", "None", "None"));

    List<WriteResult> results = writer.writeAll(puts(3));

    assertThat(results.get(1))
        .isEqualTo(
            new WriteOutcome.Rejected(
                new Failure(
                    FailureCode.ITEM_REJECTED,
                    "DynamoDB says ValidationError: about ValidationError")));
    assertThat(results.get(0)).isEqualTo(WriteOutcome.Settled.STORED);
    assertThat(results.get(2)).isEqualTo(WriteOutcome.Settled.STORED);
  }

  @Test
  void shouldSplitARefusedRequestUntilTheBadRecordStandsAlone() throws InterruptedException {
    // all five, then one and two, then three to five, then three, then four and five, then four
    dynamo
        .failing(refusal("ValidationException", 400))
        .succeeding()
        .failing(refusal("ValidationException", 400))
        .succeeding()
        .failing(refusal("RequestTooLargeException", 413), refusal("ValidationException", 400));

    assertThat(outcomes(5)).containsExactly("stored", "stored", "stored", "rejected", "stored");
    assertThat(ids())
        .containsExactly(
            List.of("batch-1", "batch-2", "batch-3", "batch-4", "batch-5"),
            List.of("batch-1", "batch-2"),
            List.of("batch-3", "batch-4", "batch-5"),
            List.of("batch-3"),
            List.of("batch-4", "batch-5"),
            List.of("batch-4"),
            List.of("batch-5"));
  }

  @Test
  void shouldReplaceAnExpiredClaimOfAGroupByItself() throws InterruptedException {
    dynamo.failing(
        cancelled(NONE, NONE, held("device-2", "2023-12-16T14:22:00Z", "1705328520"), NONE));

    assertThat(outcomes(2)).containsExactly("stored", "stored");
    assertThat(ids())
        .containsExactly(List.of("batch-1", "batch-2"), List.of("batch-2"), List.of("batch-1"));
    assertThat(dynamo.requests().get(1).transactItems().get(0).put().conditionExpression())
        .isEqualTo("#expiry = :seen");
  }

  @Test
  void shouldLeaveTheWholeGroupOpenWithoutAnAnswerOrAReason() throws InterruptedException {
    dynamo.failing(
        ApiCallTimeoutException.create(5_000),
        refusal("ThrottlingException", 400),
        cancelled("None", "None", "None", "None"),
        cancelled("ConditionalCheckFailed", "None"));

    assertThat(outcomes(2)).containsExactly("UNAVAILABLE", "UNAVAILABLE");
    assertThat(outcomes(2)).containsExactly("THROTTLED", "THROTTLED");
    assertThat(outcomes(2)).containsExactly("MISCONFIGURED", "MISCONFIGURED");
    assertThat(outcomes(2)).containsExactly("MISCONFIGURED", "MISCONFIGURED");
    assertThat(dynamo.requests()).hasSize(4);
  }

  private List<String> outcomes(int puts) throws InterruptedException {
    return writer.writeAll(puts(puts)).stream()
        .map(
            result ->
                result instanceof WriteResult.Retry retry
                    ? retry.reason().name()
                    : ((WriteOutcome) result).label())
        .toList();
  }

  private static List<ItemWrite> puts(int many) {
    return IntStream.rangeClosed(1, many).<ItemWrite>mapToObj(Puts::put).toList();
  }

  /** The claimed ids of each request. */
  private List<List<String>> ids() {
    return dynamo.requests().stream().map(GroupedWritesTest::ids).toList();
  }

  private static List<String> ids(TransactWriteItemsRequest request) {
    return request.transactItems().stream()
        .map(action -> action.put())
        .filter(put -> put.tableName().equals("test-claims"))
        .map(put -> Puts.text(put.item(), "id"))
        .toList();
  }

  private static CancellationReason held(String owner, String moment, String expires) {
    return CancellationReason.builder()
        .code("ConditionalCheckFailed")
        .item(
            Map.of(
                "owner", AttributeValue.fromS(owner),
                "claimed_at", AttributeValue.fromS(moment),
                "expires", AttributeValue.fromN(expires)))
        .build();
  }
}
