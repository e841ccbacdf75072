package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.item.Item;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.WriteOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

final class RebuildingWriterTest {

  private final FakeDynamo dynamo = new FakeDynamo();
  private final ItemWriter writer =
      DynamoItemWriter.rebuilding(
          new DynamoTables(dynamo, "new-", List.of()), InstantSource.system(), new Meters());

  @Test
  void shouldBringAnItemBackWhoseOwnClaimIsThere() throws InterruptedException {
    assertThat(writer.write(Puts.put())).isEqualTo(WriteOutcome.Settled.STORED);

    Put claim = dynamo.requests().get(0).transactItems().get(0).put();
    assertThat(claim.conditionExpression())
        .isEqualTo("attribute_not_exists(#key) OR (#owner = :owner AND #moment = :moment)");
    assertThat(claim.expressionAttributeNames())
        .isEqualTo(Map.of("#key", "id", "#owner", "owner", "#moment", "claimed_at"));
    assertThat(claim.expressionAttributeValues())
        .isEqualTo(
            Map.of(
                ":owner", AttributeValue.fromS("device-1"),
                ":moment", AttributeValue.fromS("2024-01-15T14:22:00Z")));
  }

  @Test
  void shouldPutSeveralSoInOneTransaction() throws InterruptedException {
    assertThat(writer.writeAll(List.of(Puts.put(1), Puts.put(2)))).hasSize(2);

    assertThat(dynamo.requests()).hasSize(1);
    assertThat(dynamo.requests().get(0).transactItems().get(2).put().conditionExpression())
        .contains("#owner = :owner");
  }

  @Test
  void shouldPutAnItemWithoutAClaimOverAnyOther() throws InterruptedException {
    PlainPut put = new PlainPut("rows", Item.of(Map.of("row", "r")));
    assertThat(writer.write(put)).isEqualTo(WriteOutcome.Settled.STORED);

    PutItemRequest request = dynamo.puts().get(0);
    assertThat(request.tableName()).isEqualTo("new-rows");
    assertThat(request.item()).isEqualTo(Map.of("row", AttributeValue.fromS("r")));
    assertThat(request.conditionExpression()).isNull();
  }
}
