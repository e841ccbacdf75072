package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** What a repair does about an item that it cannot write. */
class RepairTest {

  private static final TableDefinition TABLE =
      new TableDefinition("things", TableKey.of("id"), List.of(), Optional.empty(), false);
  private static final Map<String, AttributeValue> ITEM =
      Map.of("id", AttributeValue.fromS("thing"));

  @Test
  void shouldContinueWithOthersAfterAFailedItem() {
    for (DynamoDbException refusal :
        List.of(
            ConditionalCheckFailedException.builder().build(),
            TransactionConflictException.builder().build(),
            ItemCollectionSizeLimitExceededException.builder().build(),
            refusal("ValidationException"))) {
      assertThatCode(() -> apply(ItemVerdict.MISSING, refusal)).doesNotThrowAnyException();
      assertThatCode(() -> apply(ItemVerdict.EXTRA, refusal)).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldEndWhenNothingCanBeWritten() {
    DynamoDbException denied = refusal("AccessDeniedException");

    assertThatThrownBy(() -> apply(ItemVerdict.MISSING, denied)).isSameAs(denied);
    assertThatThrownBy(() -> apply(ItemVerdict.EXTRA, denied)).isSameAs(denied);
  }

  private static void apply(ItemVerdict verdict, RuntimeException refusal) {
    Map<String, AttributeValue> found = verdict == ItemVerdict.EXTRA ? ITEM : Map.of();
    new Repair(new Refusing(refusal), "")
        .apply(new ItemDifference(verdict, ItemKey.of(TABLE, ITEM), Optional.empty(), found));
  }

  private static DynamoDbException refusal(String code) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  /** A table that takes nothing. */
  private record Refusing(RuntimeException refusal) implements DynamoDbClient {

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
      throw refusal;
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
      throw refusal;
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
