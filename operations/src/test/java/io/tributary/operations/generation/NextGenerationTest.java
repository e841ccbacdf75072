package io.tributary.operations.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.InMemoryDynamoDb;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.sink.table.DynamoConnection;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Against a real broker and a real DynamoDB: a generation is built upon nothing. */
final class NextGenerationTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  @Test
  void shouldBuildOnlyUponItsOwnGeneration() throws Exception {
    try (InMemoryDynamoDb dynamo = InMemoryDynamoDb.start();
        Cluster cluster = broker.connectToDevices("own.", 2)) {
      Settings settings =
          broker
              .settings()
              .with(dynamo.settings())
              .with(Map.of("table.prefix", "p-", "generation", "2"));
      NextGeneration tables = new NextGeneration(cluster, settings, RuntimeContext.system());
      assertThatCode(tables::requireOwn).as("there are no tables").doesNotThrowAnyException();
      assertThat(tables.createTables()).contains("p-g2-devices", "p-g2-api_keys");
      assertThatCode(tables::requireOwn).as("all are empty").doesNotThrowAnyException();

      putAnything("p-g2-devices", settings);

      assertThatThrownBy(tables::requireOwn)
          .isInstanceOf(OperationException.class)
          .hasMessage(
              "generation 2 has not begun, and its tables hold items of something else:"
                  + " p-g2-devices; delete them, or make another --generation");
      assertThat(tables.createTables()).as("nothing has been done to them").isEmpty();

      cluster
          .admin()
          .alterConsumerGroupOffsets(
              "own.g2.tributary-processors",
              Map.of(new TopicPartition("own.devices.batches", 0), new OffsetAndMetadata(1)))
          .all()
          .get();
      assertThatCode(tables::requireOwn).as("it goes on").doesNotThrowAnyException();
    }
  }

  private static void putAnything(String table, Settings settings) {
    try (DynamoDbClient client = DynamoConnection.open(settings, RuntimeContext.system())) {
      Map<String, AttributeValue> item =
          client.describeTable(request -> request.tableName(table)).table().keySchema().stream()
              .collect(
                  Collectors.toMap(
                      KeySchemaElement::attributeName, key -> AttributeValue.fromS("x")));
      client.putItem(request -> request.tableName(table).item(item));
    }
  }
}
