package io.tributary.sink.dynamo;

import static io.tributary.sink.dynamo.FakeDynamo.cancelled;
import static io.tributary.sink.dynamo.FakeDynamo.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.dynamo.RetriableWriteException.Reason;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.WriteOutcome;
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
  void shouldLeaveOpenOnlyWhatIsContested() throws InterruptedException {
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

    List<WriteAttempt> attempts = writer.writeAll(puts(3));

    assertThat(attempts.get(1))
        .isEqualTo(
            new WriteAttempt.Ended(
                new WriteOutcome.Rejected(
                    new Failure(
                        FailureCode.ITEM_REJECTED,
                        "DynamoDB says ValidationError: about ValidationError"))));
    assertThat(attempts.get(0).outcome()).contains(new WriteOutcome.Stored());
    assertThat(attempts.get(2).outcome()).contains(new WriteOutcome.Stored());
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
            attempt ->
                attempt
                    .outcome()
                    .map(WriteOutcome::label)
                    .orElseGet(
                        () ->
                            attempt
                                .trouble()
                                .map(RetriableWriteException::reason)
                                .map(Reason::name)
                                .orElseThrow()))
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
