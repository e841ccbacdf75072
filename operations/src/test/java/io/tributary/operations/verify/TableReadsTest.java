package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.InMemoryDynamoDb;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class TableReadsTest {

  private static final int ITEMS = 60;
  private static final String LARGE = "x".repeat(390_000);

  /** An answer has at most 16 MB, and leaves the other keys unprocessed. */
  @Test
  void shouldAskAgainForUnprocessedKeys() throws Exception {
    RuntimeContext runtime = RuntimeContext.system();
    try (InMemoryDynamoDb dynamo = InMemoryDynamoDb.start();
        DynamoDbClient client = DynamoConnection.open(Settings.of(dynamo.settings()), runtime)) {
      TableDefinition table =
          SinkPipeline.tables(Set.of(Family.DEVICES)).stream()
              .filter(each -> each.name().equals("processed_batches"))
              .findFirst()
              .orElseThrow();
      new TableAdmin(client, "").create(List.of(table));
      List<ItemKey> keys = new ArrayList<>();
      for (int i = 0; i < ITEMS; i++) {
        Map<String, AttributeValue> item =
            Map.of("batch_id", AttributeValue.fromS("b" + i), "large", AttributeValue.fromS(LARGE));
        client.putItem(request -> request.tableName(table.name()).item(item));
        keys.add(ItemKey.of(table, item));
      }
      keys.add(ItemKey.of(table, Map.of("batch_id", AttributeValue.fromS("missing"))));

      List<Map<String, AttributeValue>> read =
          new ComparedTables(client, "", List.of(table), true, runtime.clock()).reads().get(keys);

      assertThat(read).hasSize(ITEMS + 1).last().isEqualTo(Map.of());
      for (int i = 0; i < ITEMS; i++) {
        assertThat(read.get(i)).containsEntry("batch_id", AttributeValue.fromS("b" + i));
      }
    }
  }
}
