package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

final class KeyCheckedWriterTest {

  private static final WriteOutcome REFUSED =
      new WriteOutcome.Rejected(new Failure(FailureCode.ITEM_REJECTED, "DynamoDB says so"));

  private final AtomicLong millis = new AtomicLong();
  private String key = "row";
  private int looks;
  private WriteResult answer = REFUSED;
  private final ItemWriter writer =
      new KeyCheckedWriter(
          write -> answer,
          new DynamoTables(
              new Described(), "p-", List.of(table("rows", "row"), table("claims", "id"))),
          () -> Instant.ofEpochMilli(millis.get()));

  @Test
  void shouldRefuseItemsOfTablesWithTheirOwnKeys() throws InterruptedException {
    assertThat(writer.write(Puts.put())).isEqualTo(REFUSED);
    assertThat(writer.writeAll(List.of(Puts.put(1), Puts.put(2)))).containsOnly(REFUSED);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void shouldWaitWhileATableHasAnotherKey() throws InterruptedException {
    key = "other";
    assertThat(writer.write(Puts.put()))
        .isEqualTo(
            new WriteResult.Retry(
                WriteResult.Reason.MISCONFIGURED,
                "table p-rows has key other HASH, the definition says row HASH; table p-rows"
                    + " has type of row not a key attribute, the definition says S"));

    key = "row";
    millis.addAndGet(5_000);
    assertThat(writer.write(Puts.put())).isEqualTo(REFUSED);
  }

  @Test
  void shouldAskNothingWhileWritesSucceed() throws InterruptedException {
    answer = WriteOutcome.Settled.STORED;
    assertThat(writer.write(Puts.put())).isEqualTo(WriteOutcome.Settled.STORED);
    assertThat(looks).isZero();
  }

  private static TableDefinition table(String name, String key) {
    return new TableDefinition(name, TableKey.of(key), List.of(), Optional.empty(), false);
  }

  /** Tables as they are described. */
  private final class Described implements DynamoDbClient {

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
      looks++;
      String name = request.tableName().equals("p-rows") ? key : "id";
      return DescribeTableResponse.builder()
          .table(
              table ->
                  table
                      .keySchema(
                          KeySchemaElement.builder().attributeName(name).keyType("HASH").build())
                      .attributeDefinitions(
                          AttributeDefinition.builder()
                              .attributeName(name)
                              .attributeType("S")
                              .build()))
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
